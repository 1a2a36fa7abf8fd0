import type { Account } from '../state/account.ts';
import type { Customer } from '../state/resources.ts';

/** Creates a customer. */
export function createCustomer(
  account: Account,
  fields: {
    email?: string | null;
    name?: string | null;
    description?: string | null;
    phone?: string | null;
    metadata?: Record<string, string>;
  },
): Customer {
  const customer: Customer = {
    id: account.ids.generate('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.clock.nowSeconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: fields.description ?? null,
    discount: null,
    email: fields.email ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    phone: fields.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  account.store.customers.set(customer.id, customer);
  return customer;
}
