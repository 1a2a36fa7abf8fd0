// Owns what a shopper has typed at the checkout, step by step, and what is wrong with it. Pure; where the draft is kept
// is checkout-slice.ts.
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

const LENGTHS: Readonly<Partial<Record<keyof CheckoutDraft, number>>> = {
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

/** What is wrong with one step of a draft; empty when nothing is. */
export function validateStep(draft: CheckoutDraft, step: CheckoutStep): DraftErrors {
  const faults: Partial<Record<keyof CheckoutDraft, string>> = {};
  for (const field of FIELDS[step]) {
    const value = draft[field].trim();
    const limit = LENGTHS[field];
    if (value === '' && REQUIRED[field] !== undefined) faults[field] = REQUIRED[field];
    else if (limit !== undefined && value.length > limit) {
      faults[field] = `Keep it to ${limit} characters; this has ${value.length}.`;
    }
  }
  return faults;
}

/** The first step that is not in order; `review` when all are. */
export function firstIncompleteStep(draft: CheckoutDraft): CheckoutStep {
  return CHECKOUT_STEPS.find((step) => Object.keys(validateStep(draft, step)).length > 0) ?? 'review';
}

/** The address of a draft, without empty parts. Throws when a required part is missing. */
function toAddress(draft: CheckoutDraft): Address {
  const given = {
    name: draft.name,
    line1: draft.line1,
    line2: draft.line2,
    city: draft.city,
    region: draft.region,
    postalCode: draft.postalCode,
    country: draft.country,
    phone: draft.phone,
  };
  const trimmed = Object.entries(given).map(([field, value]) => [field, value.trim()] as const);
  const address = Object.fromEntries(trimmed.filter(([, value]) => value !== '')) as Partial<Address>;
  const { name, line1, city, postalCode, country } = address;
  if (!name || !line1 || !city || !postalCode || !country) throw new Error('The address is not complete.');
  return { ...address, name, line1, city, postalCode, country };
}

/** What the order asks for, without its key: the part that makes it the same order or another one. */
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
