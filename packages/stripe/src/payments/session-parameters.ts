import { currency } from '../core/currency.ts';
import type { Values } from '../core/parameters.ts';
import {
  email,
  integer,
  list,
  metadata,
  object,
  oneOf,
  onlyFalse,
  optional,
  required,
  text,
  unsupported,
  url,
} from '../core/parameters.ts';
import { LOCALES } from '../core/stripe-vocabulary.ts';

const MAX_LINE_ITEMS = 100;
const MAX_SHIPPING_OPTIONS = 5;
const MAX_UNIT_AMOUNT = 99_999_999;

const PRODUCT_DATA = {
  name: required(text(250)),
  description: optional(text(40_000)),
  images: optional(list(url(), 8)),
  metadata: optional(metadata()),
  ...unsupported('tax_code', 'unit_label'),
};

const PRICE_DATA = {
  currency: required(currency()),
  product_data: required(object(PRODUCT_DATA)),
  unit_amount: optional(integer(0, MAX_UNIT_AMOUNT)),
  tax_behavior: optional(oneOf(['exclusive', 'inclusive', 'unspecified'])),
  ...unsupported('product', 'recurring', 'unit_amount_decimal'),
};

const LINE_ITEM = {
  price: optional(text()),
  price_data: optional(object(PRICE_DATA)),
  quantity: required(integer(1, 999_999)),
  metadata: optional(metadata()),
  ...unsupported('adjustable_quantity', 'dynamic_tax_rates', 'tax_rates'),
};

const SHIPPING_OPTION = {
  shipping_rate_data: required(
    object({
      display_name: required(text(100)),
      fixed_amount: required(
        object({
          amount: required(integer(0, MAX_UNIT_AMOUNT)),
          currency: required(currency()),
          ...unsupported('currency_options'),
        }),
      ),
      metadata: optional(metadata()),
      type: optional(oneOf(['fixed_amount'])),
      ...unsupported('delivery_estimate', 'tax_behavior', 'tax_code'),
    }),
  ),
  ...unsupported('shipping_rate'),
};

const PAYMENT_INTENT_DATA = {
  description: optional(text(1_000)),
  metadata: optional(metadata()),
  receipt_email: optional(email()),
  statement_descriptor: optional(text(22)),
  statement_descriptor_suffix: optional(text(22)),
  transfer_group: optional(text()),
  ...unsupported(
    'application_fee_amount',
    'capture_method',
    'on_behalf_of',
    'setup_future_usage',
    'shipping',
    'transfer_data',
  ),
};

/**
 * The parameters of `POST /v1/checkout/sessions`. @see
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export const SESSION_PARAMETERS = {
  success_url: required(url()),
  mode: required(oneOf(['payment'], ['setup', 'subscription'])),
  line_items: optional(list(object(LINE_ITEM), MAX_LINE_ITEMS)),
  allow_promotion_codes: optional(onlyFalse()),
  automatic_tax: optional(object({ enabled: required(onlyFalse()) })),
  billing_address_collection: optional(oneOf(['auto'], ['required'])),
  cancel_url: optional(url()),
  client_reference_id: optional(text(200)),
  currency: optional(currency()),
  customer: optional(text()),
  customer_creation: optional(oneOf(['always', 'if_required'])),
  customer_email: optional(email()),
  expires_at: optional(integer(0)),
  invoice_creation: optional(object({ enabled: required(onlyFalse()) })),
  locale: optional(oneOf(LOCALES)),
  metadata: optional(metadata()),
  payment_intent_data: optional(object(PAYMENT_INTENT_DATA)),
  payment_method_types: optional(
    list(oneOf(['card'], ['link', 'paypal', 'klarna', 'sepa_debit', 'us_bank_account'])),
  ),
  phone_number_collection: optional(object({ enabled: required(onlyFalse()) })),
  shipping_options: optional(list(object(SHIPPING_OPTION), MAX_SHIPPING_OPTIONS)),
  submit_type: optional(oneOf(['auto', 'book', 'donate', 'pay'])),
  ui_mode: optional(oneOf(['hosted_page'], ['elements', 'embedded_page', 'form'])),
  ...unsupported(
    'adaptive_pricing',
    'after_expiration',
    'allowed_payment_method_types',
    'branding_settings',
    'consent_collection',
    'custom_fields',
    'custom_text',
    'customer_account',
    'customer_update',
    'discounts',
    'excluded_payment_method_types',
    'integration_identifier',
    'managed_payments',
    'name_collection',
    'optional_items',
    'origin_context',
    'payment_method_collection',
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
    'permissions',
    'redirect_on_completion',
    'return_url',
    'saved_payment_method_options',
    'setup_intent_data',
    'shipping_address_collection',
    'subscription_data',
    'tax_id_collection',
    'wallet_options',
  ),
};

/** The parsed parameters of a new session. */
export type SessionParameters = Values<typeof SESSION_PARAMETERS>;
/** The parsed parameters of one line item. */
export type LineItemParameters = NonNullable<SessionParameters['line_items']>[number];
/** The parsed parameters of one shipping option. */
export type ShippingOptionParameters = NonNullable<SessionParameters['shipping_options']>[number];
