// Owns refunds: how much may go back, what that does to the charge, and refunds that change their mind later.

import { formatAmount } from '../core/currency.ts';
import { invalidParameter, unexpectedState } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import type { Charge, Refund } from '../state/resources.ts';
import { createBalanceTransaction } from './balance.ts';
import { cardFingerprint } from './payment-method.ts';
import type { RefundBehaviour } from './test-cards.ts';
import { TEST_CARDS } from './test-cards.ts';

/** How long a refund to one of the slow test cards stays as it is. */
const REFUND_CHANGES_AFTER_SECONDS = 60;

/** What a refund is made of. Without an amount all that is left goes back. */
export interface RefundParameters {
  readonly amount?: number | undefined;
  readonly reason?: Refund['reason'] | undefined;
  readonly metadata?: Record<string, string> | undefined;
}

/**
 * Gives money back.
 * @throws StripeError when the charge took nothing, or less is left than asked for
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
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw unexpectedState(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = parameters.amount ?? left;
  if (amount > left) {
    const of = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    throw invalidParameter(
      'amount',
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than ${of} (${formatAmount(left, charge.currency)})`,
    );
  }
  const behaviour = refundBehaviour(charge);
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
    status: behaviour === 'pends-then-succeeds' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  refund.balance_transaction = createBalanceTransaction(account, 'refund', refund, amount).id;
  account.store.refunds.set(refund.id, refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  account.events.record('refund.created', refund, request);
  account.events.record('charge.refunded', charge, request, before);
  scheduleRefundUpdate(account, refund);
  return refund;
}

/** Books what a slow test card does later. Called again when a saved state is loaded. */
export function scheduleRefundUpdate(account: Account, refund: Refund): void {
  const charge = account.store.charges.get(String(refund.charge));
  if (charge === undefined || refund.status === 'failed') return;
  const behaviour = refundBehaviour(charge);
  if (behaviour === 'succeeds' || (behaviour === 'pends-then-succeeds' && refund.status !== 'pending'))
    return;
  account.clock.setTimer((refund.created + REFUND_CHANGES_AFTER_SECONDS) * 1000, () => {
    if (account.store.refunds.get(refund.id) !== refund) return;
    if (behaviour === 'fails-later') failRefund(account, refund, charge);
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

/** Changes a refund's metadata: the one thing of it that can be changed. */
export function updateRefund(
  account: Account,
  refund: Refund,
  metadata: Record<string, string>,
  request: EventRequest,
): Refund {
  const before = { metadata: refund.metadata };
  refund.metadata = { ...refund.metadata, ...metadata };
  account.events.record('refund.updated', refund, request, before);
  return refund;
}

const BY_FINGERPRINT = new Map(TEST_CARDS.map((card) => [cardFingerprint(card.number), card.refund]));

function refundBehaviour(charge: Charge): RefundBehaviour {
  return BY_FINGERPRINT.get(charge.payment_method_details?.card?.fingerprint ?? '') ?? 'succeeds';
}
