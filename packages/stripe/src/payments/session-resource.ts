import type { Account } from '../state/account.ts';
import type { Session } from '../state/resources.ts';
import type { SessionParameters } from './session-parameters.ts';

/** Creates an open checkout session whose totals are not calculated yet. */
export function newSession(
  account: Account,
  parameters: SessionParameters,
  context: { now: number; expiresAt: number; currency: string; customer: string | null },
): Session {
  const id = account.ids.generate('cs_test', 58);
  const customer = account.store.customers.get(context.customer ?? '');
  const email = parameters.customer_email ?? customer?.email ?? null;
  return {
    ...unusedFeatureFields(),
    id,
    object: 'checkout.session',
    amount_subtotal: 0,
    amount_total: 0,
    billing_address_collection: parameters.billing_address_collection ?? null,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    created: context.now,
    currency: context.currency,
    customer: context.customer,
    customer_creation: context.customer === null ? (parameters.customer_creation ?? 'if_required') : null,
    customer_details: email === null ? null : customerDetails(email, customer?.name ?? null),
    customer_email: parameters.customer_email ?? null,
    expires_at: context.expiresAt,
    locale: parameters.locale ?? null,
    metadata: parameters.metadata ?? {},
    submit_type: parameters.submit_type ?? null,
    success_url: parameters.success_url,
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    ui_mode: 'hosted_page',
    livemode: false,
    payment_method_types: ['card'],
    url: `${account.publicUrl()}/c/pay/${id}`,
  };
}

/**
 * Fields of features that this emulator lacks, with the values of a session that does not use them.
 */
function unusedFeatureFields() {
  return {
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    discounts: [],
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
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    subscription: null,
    total_details: null,
    wallet_options: null,
  } satisfies Partial<Session>;
}

/** The `customer_details` of a session. */
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
