// Steps and validation of the checkout draft. Pure; the draft is stored by checkout-slice.ts.
import type { Address } from '@savepoint/model/address';
import type { Cart } from '@savepoint/model/cart';
import type { CreateOrderRequest } from '@savepoint/model/order';
import type { CheckoutDraft } from './draft.ts';

export const CHECKOUT_STEPS = ['contact', 'address', 'delivery', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

const NOTE_MAX = 500;

export type DraftErrors = Readonly<Partial<Record<keyof CheckoutDraft, string>>>;

const REQUIRED: Readonly<Partial<Record<keyof CheckoutDraft, string>>> = {
  name: 'Enter the name of whoever receives the parcel.',
  line1: 'Enter street and number.',
  city: 'Enter the town or city.',
  postalCode: 'Enter the postal code.',
  country: 'Choose a country.',
};

const LENGTH_MAX: Readonly<Partial<Record<keyof CheckoutDraft, number>>> = {
  name: 100,
  phone: 40,
  line1: 200,
  line2: 200,
  city: 100,
  region: 100,
  postalCode: 20,
  note: NOTE_MAX,
};

const FIELDS: Readonly<Record<CheckoutStep, readonly (keyof CheckoutDraft)[]>> = {
  contact: ['name', 'phone'],
  address: ['line1', 'line2', 'city', 'region', 'postalCode', 'country'],
  delivery: ['delivery', 'note'],
  review: [],
};

/** The validation errors of one step by field; empty when the step is complete. */
export function validateStep(draft: CheckoutDraft, step: CheckoutStep): DraftErrors {
  const errors: Partial<Record<keyof CheckoutDraft, string>> = {};
  for (const field of FIELDS[step]) {
    const value = draft[field].trim();
    const maxLength = LENGTH_MAX[field];
    if (value === '' && REQUIRED[field] !== undefined) errors[field] = REQUIRED[field];
    else if (maxLength !== undefined && value.length > maxLength) {
      errors[field] = `Keep it to ${maxLength} characters; this has ${value.length}.`;
    }
  }
  return errors;
}

/** The first step with a validation error; `review` when all are complete. */
export function firstIncompleteStep(draft: CheckoutDraft): CheckoutStep {
  return CHECKOUT_STEPS.find((step) => Object.keys(validateStep(draft, step)).length > 0) ?? 'review';
}

/** The address of a draft, without empty fields. Throws when a required field is missing. */
function toAddress(draft: CheckoutDraft): Address {
  const fields = {
    name: draft.name,
    line1: draft.line1,
    line2: draft.line2,
    city: draft.city,
    region: draft.region,
    postalCode: draft.postalCode,
    country: draft.country,
    phone: draft.phone,
  };
  const trimmed = Object.entries(fields).map(([field, value]) => [field, value.trim()] as const);
  const address = Object.fromEntries(trimmed.filter(([, value]) => value !== '')) as Partial<Address>;
  const { name, line1, city, postalCode, country } = address;
  if (!name || !line1 || !city || !postalCode || !country) throw new Error('The address is not complete.');
  return { ...address, name, line1, city, postalCode, country };
}

/** The createOrder request without its idempotency key. Equal content means the same order. Throws like toAddress. */
export function toOrderContent(draft: CheckoutDraft, cart: Cart): Omit<CreateOrderRequest, 'idempotencyKey'> {
  const note = draft.note.trim();
  return {
    lines: cart.map(({ id, size, quantity }) => ({
      productId: id,
      ...(size !== undefined && { size }),
      quantity,
    })),
    address: toAddress(draft),
    delivery: draft.delivery,
    ...(note && { note }),
  };
}
