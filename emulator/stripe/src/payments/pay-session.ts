// Owns the paying of a checkout session: attempt, bank's step, charge, outcome. The states are
//   open -> (declined: still open) | (authenticate: still open, card pending) | complete
// A session is charged at most once: whoever comes second finds it complete. Knows nothing of pages or HTTP.

import type { Account } from '../state/account.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import type {
  CardDetails,
  CheckoutSessionRecord,
  PaymentIntent,
  PaymentOutcome,
} from '../state/resources.ts';
import { createCharge } from './charge.ts';
import { createCustomer } from './customer.ts';
import { ensurePaymentIntent } from './payment-intent.ts';
import { createPaymentMethod } from './payment-method.ts';
import { customerDetails } from './session-resource.ts';
import type { CardBehaviour } from './test-cards.ts';
import { declineMessage, findTestCard } from './test-cards.ts';

/**
 * Tries to pay with a card. `attempt` names the form that was sent: the same form again is answered as before.
 * Returns an outcome, never throws for a card's sake.
 */
export function attemptPayment(
  account: Account,
  record: CheckoutSessionRecord,
  card: CardDetails,
  attempt: string | null = null,
): PaymentOutcome {
  const before = attempt === null ? undefined : record.attempts[attempt];
  if (before !== undefined && before.kind !== 'authenticate') return before;
  const outcome = pay(account, record, card);
  if (attempt !== null) record.attempts[attempt] = outcome;
  return outcome;
}

function pay(account: Account, record: CheckoutSessionRecord, card: CardDetails): PaymentOutcome {
  const closed = closedOutcome(record);
  if (closed !== null) return closed;
  if (record.session.payment_status === 'no_payment_required')
    return completeSession(account, record, card, null);
  const intent = ensurePaymentIntent(account, record, card);
  const method = createPaymentMethod(account, card);
  const { behaviour } = findTestCard(card.number);
  if (behaviour.kind === 'authenticate') {
    record.pendingCard = card;
    intent.status = 'requires_action';
    intent.payment_method = method.id;
    intent.last_payment_error = null;
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `${account.publicUrl()}/c/pay/${record.session.id}/authenticate`,
        return_url: record.session.url,
      },
    };
    account.events.record('payment_intent.requires_action', intent, NO_REQUEST);
    return { kind: 'authenticate' };
  }
  return chargeCard(account, record, intent, card, method.id, behaviour, false);
}

/** Ends the bank's step. Without a step under way the session is only looked at. */
export function finishAuthentication(
  account: Account,
  record: CheckoutSessionRecord,
  passed: boolean,
): PaymentOutcome {
  const closed = closedOutcome(record);
  if (closed !== null) return closed;
  const card = record.pendingCard;
  const intent = account.store.paymentIntents.get(String(record.session.payment_intent));
  if (card === null || intent === undefined) {
    return {
      kind: 'declined',
      code: 'payment_intent_authentication_failure',
      message: declineMessage('authentication'),
    };
  }
  record.pendingCard = null;
  intent.next_action = null;
  const { behaviour } = findTestCard(card.number);
  const next: CardBehaviour = behaviour.kind === 'authenticate' ? behaviour.next : behaviour;
  const methodId = String(intent.payment_method);
  if (passed) return chargeCard(account, record, intent, card, methodId, next, true);
  return failPayment(account, intent, {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message: declineMessage('authentication'),
    chargeId: null,
  });
}

/** Brings the shopper back from the bank's step to the card form without a verdict. */
export function cancelAuthentication(record: CheckoutSessionRecord): void {
  record.pendingCard = null;
}

function closedOutcome(record: CheckoutSessionRecord): PaymentOutcome | null {
  if (record.session.status === 'complete') return { kind: 'closed', status: 'complete' };
  if (record.session.status === 'expired') return { kind: 'closed', status: 'expired' };
  return null;
}

function chargeCard(
  account: Account,
  record: CheckoutSessionRecord,
  intent: PaymentIntent,
  card: CardDetails,
  methodId: string,
  behaviour: CardBehaviour,
  authenticated: boolean,
): PaymentOutcome {
  const declined = behaviour.kind === 'decline' ? behaviour : null;
  const message = declined === null ? '' : declineMessage(declined.declineCode);
  const charge = createCharge(account, intent, card, methodId, {
    authenticated,
    failure: declined === null ? null : { code: declined.code, declineCode: declined.declineCode, message },
  });
  intent.latest_charge = charge.id;
  intent.payment_method = methodId;
  if (declined !== null) {
    return failPayment(account, intent, {
      code: declined.code,
      declineCode: declined.declineCode,
      message,
      chargeId: charge.id,
    });
  }
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  account.events.record('charge.succeeded', charge, NO_REQUEST);
  account.events.record('payment_intent.succeeded', intent, NO_REQUEST);
  return completeSession(account, record, card, intent);
}

function failPayment(
  account: Account,
  intent: PaymentIntent,
  why: { code: string; declineCode: string | null; message: string; chargeId: string | null },
): PaymentOutcome {
  const method = account.store.paymentMethods.get(String(intent.payment_method));
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: why.chargeId === null ? 'invalid_request_error' : 'card_error',
    code: why.code,
    ...(why.declineCode === null ? {} : { decline_code: why.declineCode }),
    ...(why.chargeId === null ? {} : { charge: why.chargeId }),
    doc_url: `https://stripe.com/docs/error-codes/${why.code.replaceAll('_', '-')}`,
    message: why.message,
    ...(method === undefined ? {} : { payment_method: structuredClone(method) }),
  };
  intent.payment_method = null;
  if (why.chargeId !== null) {
    account.events.record('charge.failed', account.store.charges.get(why.chargeId) ?? {}, NO_REQUEST);
  }
  account.events.record('payment_intent.payment_failed', intent, NO_REQUEST);
  return { kind: 'declined', code: why.declineCode ?? why.code, message: why.message };
}

function completeSession(
  account: Account,
  record: CheckoutSessionRecord,
  card: CardDetails,
  intent: PaymentIntent | null,
): PaymentOutcome {
  const { session } = record;
  session.status = 'complete';
  if (intent !== null) session.payment_status = 'paid';
  session.url = null;
  session.customer_details = customerDetails(card.email, card.name);
  if (session.customer_creation === 'always' && session.customer === null) {
    session.customer = createCustomerFor(account, card);
    if (intent !== null) intent.customer = session.customer;
  }
  account.events.record('checkout.session.completed', session, NO_REQUEST);
  return { kind: 'paid' };
}

function createCustomerFor(account: Account, card: CardDetails): string {
  const customer = createCustomer(account, { email: card.email, name: card.name });
  account.events.record('customer.created', customer, NO_REQUEST);
  return customer.id;
}
