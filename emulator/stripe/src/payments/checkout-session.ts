// Owns the making and the expiry of checkout sessions. Paying one is pay-session.ts.

import { formatAmount, smallestCharge } from '../core/currency.ts';
import {
  conflictingState,
  invalidParameter,
  missingParameter,
  noSuchReference,
} from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { Origin } from '../state/origin.ts';
import { NO_REQUEST } from '../state/origin.ts';
import type { CheckoutRecord, LineItem, Session, ShippingRate } from '../state/resources.ts';
import type {
  LineItemParameters,
  SessionParameters,
  ShippingOptionParameters,
} from './session-parameters.ts';

const SHORTEST_LIFE_SECONDS = 30 * 60;
const LONGEST_LIFE_SECONDS = 24 * 60 * 60;
const LARGEST_AMOUNT = 99_999_999;

/**
 * Makes an open session with its page's address, and books its expiry.
 * @throws StripeError for what the parameters' own shapes cannot say: totals, life time, unknown ids
 */
export function createSession(account: Account, parameters: SessionParameters): CheckoutRecord {
  const now = account.clock.nowSeconds();
  const expiresAt = readExpiresAt(parameters.expires_at, now);
  const items = parameters.line_items;
  if (items === undefined || items.length === 0) throw missingParameter('line_items');
  const currency = onlyCurrency(parameters);
  const customer = readCustomer(account, parameters);
  const lineItems = items.map((item, index) => makeLineItem(account, item, index, currency));
  const shippingRates = (parameters.shipping_options ?? []).map((option) =>
    makeShippingRate(account, option),
  );
  const record: CheckoutRecord = {
    session: emptySession(account, parameters, { now, expiresAt, currency, customer }),
    lineItems,
    shippingRates,
    intentDefaults: {
      description: parameters.payment_intent_data?.description ?? null,
      metadata: parameters.payment_intent_data?.metadata ?? {},
      receiptEmail: parameters.payment_intent_data?.receipt_email ?? null,
      statementDescriptor: parameters.payment_intent_data?.statement_descriptor ?? null,
      statementDescriptorSuffix: parameters.payment_intent_data?.statement_descriptor_suffix ?? null,
      transferGroup: parameters.payment_intent_data?.transfer_group ?? null,
    },
    pendingCard: null,
    attempts: {},
  };
  chooseShipping(record, shippingRates[0]?.id ?? null);
  const total = record.session.amount_total ?? 0;
  if (total > 0 && total < smallestCharge()) {
    throw invalidParameter(
      'line_items',
      `The Checkout Session's total amount must convert to at least 50 cents. ${formatAmount(total, currency)} is too small.`,
      'amount_too_small',
    );
  }
  if (total > LARGEST_AMOUNT) {
    throw invalidParameter(
      'line_items',
      `The Checkout Session's total amount due must be no more than ${formatAmount(LARGEST_AMOUNT, currency)}.`,
      'amount_too_large',
    );
  }
  // A free session has nothing to pay for; the page then only confirms.
  if (total === 0) record.session.payment_status = 'no_payment_required';
  account.store.checkouts.set(record.session.id, record);
  bookExpiry(account, record);
  return record;
}

/** Expires the session by itself at `expires_at`. Called again when a saved state is loaded. */
export function bookExpiry(account: Account, record: CheckoutRecord): void {
  account.clock.at(record.session.expires_at * 1000, () => {
    const current = account.store.checkouts.get(record.session.id);
    if (current === record && record.session.status === 'open') expire(account, record, NO_REQUEST);
  });
}

/** Expires an open session on request. */
export function expireSession(account: Account, record: CheckoutRecord, origin: Origin): Session {
  if (record.session.status !== 'open') {
    throw conflictingState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${record.session.status}\`.`,
    );
  }
  expire(account, record, origin);
  return record.session;
}

function expire(account: Account, record: CheckoutRecord, origin: Origin): void {
  record.session.status = 'expired';
  record.session.url = null;
  record.pendingCard = null;
  const intent = account.store.paymentIntents.get(String(record.session.payment_intent));
  if (intent !== undefined && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    intent.status = 'canceled';
    intent.canceled_at = account.clock.nowSeconds();
    intent.cancellation_reason = 'expired';
    intent.next_action = null;
    account.events.record('payment_intent.canceled', intent, origin);
  }
  account.events.record('checkout.session.expired', record.session, origin);
}

/** Sets the shipping choice and with it the totals. `rateId` null means the session has no shipping. */
export function chooseShipping(record: CheckoutRecord, rateId: string | null): void {
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

function readExpiresAt(asked: number | undefined, now: number): number {
  if (asked === undefined) return now + LONGEST_LIFE_SECONDS;
  if (asked < now + SHORTEST_LIFE_SECONDS) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (asked > now + LONGEST_LIFE_SECONDS) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return asked;
}

function onlyCurrency(parameters: SessionParameters): string {
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

function readCustomer(account: Account, parameters: SessionParameters): string | null {
  const { customer } = parameters;
  if (customer === undefined) return null;
  if (parameters.customer_email !== undefined) {
    throw invalidParameter(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  if (!account.store.customers.has(customer)) throw noSuchReference('customer', customer, 'customer');
  return customer;
}

function makeLineItem(account: Account, item: LineItemParameters, index: number, currency: string): LineItem {
  const at = `line_items[${index}]`;
  const data = item.price_data;
  if (item.price !== undefined) throw noSuchReference('price', item.price, `${at}[price]`);
  if (data === undefined) throw missingParameter(`${at}[price_data]`);
  if (data.unit_amount === undefined) {
    throw missingParameter(`${at}[price_data][unit_amount]`);
  }
  const now = account.clock.nowSeconds();
  const productId = account.ids.make('prod', 14);
  const product = data.product_data;
  account.store.products.set(productId, {
    id: productId,
    object: 'product',
    active: false,
    created: now,
    default_price: null,
    description: product.description ?? null,
    images: product.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: product.metadata ?? {},
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  });
  const amount = data.unit_amount * item.quantity;
  return {
    id: account.ids.make('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    metadata: item.metadata ?? {},
    price: {
      id: account.ids.make('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: productId,
      recurring: null,
      tax_behavior: data.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: data.unit_amount,
      unit_amount_decimal: String(data.unit_amount),
    },
    quantity: item.quantity,
  };
}

function makeShippingRate(account: Account, option: ShippingOptionParameters): ShippingRate {
  const data = option.shipping_rate_data;
  const rate: ShippingRate = {
    id: account.ids.make('shr'),
    object: 'shipping_rate',
    active: true,
    created: account.clock.nowSeconds(),
    delivery_estimate: null,
    display_name: data.display_name,
    fixed_amount: { amount: data.fixed_amount.amount, currency: data.fixed_amount.currency },
    livemode: false,
    metadata: data.metadata ?? {},
    tax_behavior: 'unspecified',
    tax_code: null,
    type: 'fixed_amount',
  };
  account.store.shippingRates.set(rate.id, rate);
  return rate;
}

function emptySession(
  account: Account,
  parameters: SessionParameters,
  known: { now: number; expiresAt: number; currency: string; customer: string | null },
): Session {
  const id = account.ids.make('cs_test', 58);
  const customer = account.store.customers.get(known.customer ?? '');
  const email = parameters.customer_email ?? customer?.email ?? null;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: parameters.billing_address_collection ?? null,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: known.now,
    currency: known.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: known.customer,
    customer_account: null,
    customer_creation: known.customer === null ? (parameters.customer_creation ?? 'if_required') : null,
    customer_details: email === null ? null : customerDetails(email, customer?.name ?? null),
    customer_email: parameters.customer_email ?? null,
    discounts: [],
    expires_at: known.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: parameters.locale ?? null,
    managed_payments: null,
    metadata: parameters.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: parameters.submit_type ?? null,
    subscription: null,
    success_url: parameters.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${account.publicUrl()}/c/pay/${id}`,
    wallet_options: null,
  };
}

/** Who pays, as the session shows it. */
export function customerDetails(
  email: string,
  name: string | null,
): NonNullable<Session['customer_details']> {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
