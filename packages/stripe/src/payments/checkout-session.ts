import { activeSpan } from '@savepoint/server/core/tracing';
import { formatAmount, minimumAmount } from '../core/currency.ts';
import {
  invalidParameter,
  missingParameter,
  referenceMissing,
  unexpectedState,
} from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import type { CheckoutSessionRecord, Session } from '../state/resources.ts';
import { createLineItem, createShippingRate } from './line-item.ts';
import type { SessionParameters } from './session-parameters.ts';
import { newSession } from './session-resource.ts';

const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;
const MAX_AMOUNT = 99_999_999;

/**
 * Creates an open checkout session with the URL of its hosted page, and schedules its expiry.
 * @throws StripeError for constraints beyond the parameters' types: the total, the lifetime, mixed
 * currencies, unknown ids
 */
export function createSession(account: Account, parameters: SessionParameters): CheckoutSessionRecord {
  const now = account.clock.nowSeconds();
  const expiresAt = parseExpiresAt(parameters.expires_at, now);
  const items = parameters.line_items;
  if (items === undefined || items.length === 0) throw missingParameter('line_items');
  const currency = singleCurrency(parameters);
  const customer = parseCustomer(account, parameters);
  const lineItems = items.map((item, index) => createLineItem(account, item, index, currency));
  const shippingRates = (parameters.shipping_options ?? []).map((option, index) =>
    createShippingRate(account, option, index),
  );
  const record: CheckoutSessionRecord = {
    session: newSession(account, parameters, { now, expiresAt, currency, customer }),
    lineItems,
    shippingRates,
    paymentIntentData: {
      description: parameters.payment_intent_data?.description ?? null,
      metadata: parameters.payment_intent_data?.metadata ?? {},
      receiptEmail: parameters.payment_intent_data?.receipt_email ?? null,
      statementDescriptor: parameters.payment_intent_data?.statement_descriptor ?? null,
      statementDescriptorSuffix: parameters.payment_intent_data?.statement_descriptor_suffix ?? null,
      transferGroup: parameters.payment_intent_data?.transfer_group ?? null,
    },
    pendingCard: null,
    attempts: {},
    traceparent: activeSpan()?.traceparent,
  };
  selectShippingRate(record, shippingRates[0]?.id ?? null);
  const total = record.session.amount_total ?? 0;
  if (total > 0 && total < minimumAmount(currency)) {
    throw invalidParameter(
      'line_items',
      `The Checkout Session's total amount must convert to at least 50 cents. ${formatAmount(total, currency)} is too small.`,
      'amount_too_small',
    );
  }
  if (total > MAX_AMOUNT) {
    throw invalidParameter(
      'line_items',
      `The Checkout Session's total amount due must be no more than ${formatAmount(MAX_AMOUNT, currency)}.`,
      'amount_too_large',
    );
  }
  // If the total is zero, the hosted page only asks for an email.
  if (total === 0) record.session.payment_status = 'no_payment_required';
  account.store.checkoutSessions.set(record.session.id, record);
  scheduleExpiry(account, record);
  return record;
}

/**
 * Sets the timer that expires an open session at `expires_at`. Called again when a saved state is
 * loaded.
 */
export function scheduleExpiry(account: Account, record: CheckoutSessionRecord): void {
  account.clock.setTimer(record.session.expires_at * 1000, () => {
    const current = account.store.checkoutSessions.get(record.session.id);
    if (current === record && record.session.status === 'open') expire(account, record, NO_REQUEST);
  });
}

/**
 * Expires a session.
 * @throws StripeError if it is not open
 */
export function expireSession(
  account: Account,
  record: CheckoutSessionRecord,
  request: EventRequest,
): Session {
  if (record.session.status !== 'open') {
    throw unexpectedState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${record.session.status}\`.`,
    );
  }
  expire(account, record, request);
  return record.session;
}

function expire(account: Account, record: CheckoutSessionRecord, request: EventRequest): void {
  record.session.status = 'expired';
  record.session.url = null;
  record.pendingCard = null;
  const intent = account.store.paymentIntents.get(String(record.session.payment_intent));
  if (intent !== undefined && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    intent.status = 'canceled';
    intent.canceled_at = account.clock.nowSeconds();
    intent.cancellation_reason = 'expired';
    intent.next_action = null;
    account.events.record('payment_intent.canceled', intent, request);
  }
  account.events.record('checkout.session.expired', record.session, request);
}

/** Selects a shipping rate and recalculates the totals. Null means a session without shipping. */
export function selectShippingRate(record: CheckoutSessionRecord, rateId: string | null): void {
  const rate = record.shippingRates.find((candidate) => candidate.id === rateId);
  const subtotal = record.lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const shipping = rate?.fixed_amount?.amount ?? 0;
  const { session } = record;
  session.amount_subtotal = subtotal;
  session.amount_total = subtotal + shipping;
  session.total_details = { amount_discount: 0, amount_shipping: shipping, amount_tax: 0 };
  session.shipping_cost =
    rate === undefined
      ? null
      : { amount_subtotal: shipping, amount_tax: 0, amount_total: shipping, shipping_rate: rate.id };
}

function parseExpiresAt(expiresAt: number | undefined, now: number): number {
  if (expiresAt === undefined) return now + MAX_LIFETIME_SECONDS;
  if (expiresAt < now + MIN_LIFETIME_SECONDS) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (expiresAt > now + MAX_LIFETIME_SECONDS) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return expiresAt;
}

function singleCurrency(parameters: SessionParameters): string {
  const found = [
    ...(parameters.line_items ?? []).map((item) => item.price_data?.currency),
    ...(parameters.shipping_options ?? []).map((option) => option.shipping_rate_data.fixed_amount.currency),
    parameters.currency,
  ].filter((code) => code !== undefined);
  const [first = 'usd', ...others] = new Set(found);
  if (others.length > 0) {
    throw invalidParameter(
      'line_items',
      `All prices on a Checkout Session must share one currency, but these were sent: ${[first, ...others].join(', ')}.`,
    );
  }
  return first;
}

function parseCustomer(account: Account, parameters: SessionParameters): string | null {
  const { customer } = parameters;
  if (customer === undefined) return null;
  if (parameters.customer_email !== undefined) {
    throw invalidParameter(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  if (!account.store.customers.has(customer)) throw referenceMissing('customer', customer, 'customer');
  return customer;
}
