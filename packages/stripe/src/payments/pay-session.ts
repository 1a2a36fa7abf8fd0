// Paying a checkout session. Its states are
//   open -> open (declined, or 3-D Secure in progress) | complete
// A session is charged at most once: a second payment finds it complete.

import { activeSpan, runInSpan } from '@savepoint/server/core/tracing';
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
import type { CardBehavior } from './test-cards.ts';
import { declineMessage, findTestCard } from './test-cards.ts';

/**
 * Pays a session with a card. A declined card is an outcome, not an error.
 * @param attempt the id of the submitted form: submitting the same form again has the same outcome
 * and charges nothing
 */
export function attemptPayment(
  account: Account,
  record: CheckoutSessionRecord,
  card: CardDetails,
  attempt: string | null = null,
): PaymentOutcome {
  const previous = attempt === null ? undefined : record.attempts[attempt];
  if (previous !== undefined && previous.kind !== 'authenticate') return previous;
  const outcome = inTraceOf(record, () => pay(account, record, card));
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
  const { behavior } = findTestCard(card.number);
  if (behavior.kind === 'authenticate') {
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
  return chargeCard(account, record, intent, card, method.id, behavior, false);
}

/**
 * Ends 3-D Secure authentication and charges the card if it passed. Declined if none is in
 * progress.
 */
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
  const { behavior } = findTestCard(card.number);
  const next: CardBehavior = behavior.kind === 'authenticate' ? behavior.next : behavior;
  const methodId = String(intent.payment_method);
  return inTraceOf(record, () => {
    if (passed) return chargeCard(account, record, intent, card, methodId, next, true);
    return failPayment(account, intent, {
      code: 'payment_intent_authentication_failure',
      declineCode: null,
      message: declineMessage('authentication'),
      chargeId: null,
    });
  });
}

/**
 * The payment page is a separate request, often in another tab. Its effects belong to the trace
 * that created the session.
 */
function inTraceOf<T>(record: CheckoutSessionRecord, task: () => T): T {
  const span = activeSpan()?.continued('pay checkout session', record.traceparent, {
    attributes: { session: record.session.id },
  });
  if (span === undefined) return task();
  try {
    return runInSpan(span, task);
  } finally {
    span.end();
  }
}

/** Ends 3-D Secure authentication without a result, when the shopper goes back to the card form. */
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
  behavior: CardBehavior,
  authenticated: boolean,
): PaymentOutcome {
  const declined = behavior.kind === 'decline' ? behavior : null;
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
  error: { code: string; declineCode: string | null; message: string; chargeId: string | null },
): PaymentOutcome {
  const method = account.store.paymentMethods.get(String(intent.payment_method));
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: error.chargeId === null ? 'invalid_request_error' : 'card_error',
    code: error.code,
    ...(error.declineCode === null ? {} : { decline_code: error.declineCode }),
    ...(error.chargeId === null ? {} : { charge: error.chargeId }),
    doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`,
    message: error.message,
    ...(method === undefined ? {} : { payment_method: structuredClone(method) }),
  };
  intent.payment_method = null;
  if (error.chargeId !== null) {
    account.events.record('charge.failed', account.store.charges.get(error.chargeId) ?? {}, NO_REQUEST);
  }
  account.events.record('payment_intent.payment_failed', intent, NO_REQUEST);
  return { kind: 'declined', code: error.declineCode ?? error.code, message: error.message };
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
