import { unexpectedState } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import type { CardDetails, CheckoutSessionRecord, PaymentIntent } from '../state/resources.ts';
import { customerDetails } from './session-resource.ts';

/**
 * Returns the session's PaymentIntent with its current total. As in Stripe since API version
 * 2022-08-01, it is created at the first attempt to pay.
 */
export function ensurePaymentIntent(
  account: Account,
  record: CheckoutSessionRecord,
  card: CardDetails,
): PaymentIntent {
  const existing = account.store.paymentIntents.get(String(record.session.payment_intent));
  if (existing !== undefined) {
    existing.amount = record.session.amount_total ?? 0;
    return existing;
  }
  const { session, paymentIntentData: intentDefaults } = record;
  const id = account.ids.generate('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_${account.ids.generate('secret', 25)}`,
    confirmation_method: 'automatic',
    created: account.clock.nowSeconds(),
    currency: session.currency ?? 'usd',
    customer: session.customer,
    customer_account: null,
    description: intentDefaults.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...intentDefaults.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intentDefaults.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: intentDefaults.statementDescriptor,
    statement_descriptor_suffix: intentDefaults.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: intentDefaults.transferGroup,
  };
  account.store.paymentIntents.set(id, intent);
  session.payment_intent = id;
  session.customer_details = customerDetails(card.email, card.name);
  account.events.record('payment_intent.created', intent, NO_REQUEST);
  return intent;
}

const CANCELABLE_STATUSES = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/**
 * Cancels a PaymentIntent.
 * @throws StripeError if it has succeeded or is canceled, or its checkout session is open
 */
export function cancelPaymentIntent(
  account: Account,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
  request: EventRequest,
): PaymentIntent {
  const details = { code: 'payment_intent_unexpected_state', payment_intent: intent };
  if (!CANCELABLE_STATUSES.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE_STATUSES.join(', ')}.`,
      details,
    );
  }
  const open = [...account.store.checkoutSessions.values()].some(
    ({ session }) => session.payment_intent === intent.id && session.status === 'open',
  );
  if (open) {
    throw unexpectedState(
      'You cannot cancel this PaymentIntent because it belongs to an open Checkout Session. Expire the Checkout Session instead.',
      details,
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = account.clock.nowSeconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  account.events.record('payment_intent.canceled', intent, request);
  return intent;
}
