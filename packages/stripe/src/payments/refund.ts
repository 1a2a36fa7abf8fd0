import { checkAmount, formatAmount } from '../core/currency.ts';
import { invalidParameter, unexpectedState } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import type { Charge, Refund } from '../state/resources.ts';
import { createBalanceTransaction } from './balance.ts';
import { cardFingerprint } from './payment-method.ts';
import type { RefundBehavior } from './test-cards.ts';
import { TEST_CARDS } from './test-cards.ts';

/** The delay of the update that some test cards cause for a refund. */
const REFUND_UPDATE_DELAY_SECONDS = 60;

/** The parameters of a refund. Without an amount, it refunds the remaining amount. */
interface RefundParameters {
  readonly amount?: number | undefined;
  readonly reason?: Refund['reason'] | undefined;
  readonly metadata?: Record<string, string> | undefined;
}

/**
 * Refunds a charge.
 * @throws StripeError if the charge has failed or is fully refunded, or the amount is greater than
 * the remaining amount
 */
export function createRefund(
  account: Account,
  charge: Charge,
  parameters: RefundParameters,
  request: EventRequest,
): Refund {
  if (!charge.paid) {
    throw unexpectedState(`Charge ${charge.id} has a status of failed and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  const refundable = charge.amount - charge.amount_refunded;
  if (refundable === 0) {
    throw unexpectedState(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = parameters.amount ?? refundable;
  checkAmount(amount, charge.currency, 'amount');
  if (amount > refundable) {
    const source = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    throw invalidParameter(
      'amount',
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than ${source} (${formatAmount(refundable, charge.currency)})`,
    );
  }
  const behavior = refundBehavior(charge);
  const refund: Refund = {
    id: account.ids.generate('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.clock.nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: parameters.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: parameters.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior === 'succeeds-later' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  refund.balance_transaction = createBalanceTransaction(account, 'refund', refund, amount).id;
  account.store.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  account.events.record('refund.created', refund, request);
  account.events.record('charge.refunded', charge, request, previous);
  scheduleRefundUpdate(account, refund);
  return refund;
}

/**
 * Sets the timer for the later update that some test cards cause. Called again when a saved state
 * is loaded.
 */
export function scheduleRefundUpdate(account: Account, refund: Refund): void {
  const charge = account.store.charges.get(String(refund.charge));
  if (charge === undefined || refund.status === 'failed') return;
  const behavior = refundBehavior(charge);
  if (behavior === 'succeeds' || (behavior === 'succeeds-later' && refund.status !== 'pending')) return;
  account.clock.setTimer((refund.created + REFUND_UPDATE_DELAY_SECONDS) * 1000, () => {
    if (account.store.refunds.get(refund.id) !== refund) return;
    if (behavior === 'fails-later') failRefund(account, refund, charge);
    else {
      refund.status = 'succeeded';
      account.events.record('refund.updated', refund, NO_REQUEST, { status: 'pending' });
    }
  });
}

function failRefund(account: Account, refund: Refund, charge: Charge): void {
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  refund.failure_balance_transaction = createBalanceTransaction(
    account,
    'refund_failure',
    refund,
    refund.amount,
  ).id;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  account.events.record('refund.updated', refund, NO_REQUEST, { status: 'succeeded' });
  account.events.record('refund.failed', refund, NO_REQUEST);
}

/** Changes a refund's metadata, the only field that can be updated. */
export function updateRefund(
  account: Account,
  refund: Refund,
  change: ((current: Record<string, string>) => Record<string, string>) | undefined,
  request: EventRequest,
): Refund {
  const previous = { metadata: refund.metadata };
  if (change !== undefined) refund.metadata = change(refund.metadata ?? {});
  account.events.record('refund.updated', refund, request, previous);
  return refund;
}

const REFUND_BEHAVIOR_BY_FINGERPRINT = new Map(
  TEST_CARDS.map((card) => [cardFingerprint(card.number), card.refund]),
);

function refundBehavior(charge: Charge): RefundBehavior {
  return (
    REFUND_BEHAVIOR_BY_FINGERPRINT.get(charge.payment_method_details?.card?.fingerprint ?? '') ?? 'succeeds'
  );
}
