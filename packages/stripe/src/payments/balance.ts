import type Stripe from 'stripe';
import type { Account } from '../state/account.ts';
import type { BalanceTransaction } from '../state/resources.ts';

const FEE_PER_THOUSAND = 29;
const FEE_FIXED = 30;
const DAYS_UNTIL_AVAILABLE = 2;

/** Stripe's processing fee on a charge: 2.9 % plus 30 of the smallest unit. */
export function processingFee(amount: number): number {
  return Math.round((amount * FEE_PER_THOUSAND) / 1000) + FEE_FIXED;
}

/**
 * Creates the balance transaction of a charge, a refund or a failed refund. Only charges have a
 * fee, which refunds do not return.
 * @param amount in the smallest unit, positive for each type
 */
export function createBalanceTransaction(
  account: Account,
  type: 'charge' | 'refund' | 'refund_failure',
  source: { readonly id: string; readonly currency: string; readonly description?: string | null },
  amount: number,
): BalanceTransaction {
  const fee = type === 'charge' ? processingFee(amount) : 0;
  const signed = type === 'refund' ? -amount : amount;
  const now = account.clock.nowSeconds();
  const transaction: BalanceTransaction = {
    id: account.ids.generate('txn'),
    object: 'balance_transaction',
    amount: signed,
    available_on: now + DAYS_UNTIL_AVAILABLE * 86_400,
    balance_type: 'payments',
    created: now,
    currency: source.currency,
    description: source.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: source.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: signed - fee,
    reporting_category: type,
    source: source.id,
    status: 'pending',
    type,
  };
  account.store.balanceTransactions.set(transaction.id, transaction);
  return transaction;
}

/** The balance: available and pending funds per currency. */
export function retrieveBalance(account: Account): Stripe.Balance {
  const now = account.clock.nowSeconds();
  const available = new Map<string, number>();
  const pending = new Map<string, number>();
  for (const { net, currency, available_on } of account.store.balanceTransactions.values()) {
    const [target, other] = available_on <= now ? [available, pending] : [pending, available];
    target.set(currency, (target.get(currency) ?? 0) + net);
    other.set(currency, other.get(currency) ?? 0);
  }
  const funds = (sums: Map<string, number>): Stripe.Balance.Available[] =>
    (sums.size === 0 ? [['usd', 0] as const] : [...sums]).map(([currency, amount]) => ({
      amount,
      currency,
      source_types: { card: amount },
    }));
  return { object: 'balance', available: funds(available), livemode: false, pending: funds(pending) };
}
