// Steps and validation of the checkout draft. Pure; the draft is stored by checkout-slice.ts.
import { AddressSchema, DestinationSchema, RecipientSchema } from '@savepoint/model/address';
import type { Cart } from '@savepoint/model/cart';
import { type CreateOrderRequest, DeliveryChoiceSchema } from '@savepoint/model/order';
import type { FormSchema } from '../../lib/form-values.ts';
import type { CheckoutDraft } from './draft.ts';

export const CHECKOUT_STEPS = ['contact', 'address', 'delivery', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

/** The steps with a form; the review has none. */
export type FormStep = Exclude<CheckoutStep, 'review'>;

export const STEP_SCHEMAS = {
  contact: RecipientSchema,
  address: DestinationSchema,
  delivery: DeliveryChoiceSchema,
} as const satisfies Record<FormStep, FormSchema<unknown>>;

export const STEP_MESSAGES: Readonly<Partial<Record<keyof CheckoutDraft, string>>> = {
  name: 'Enter the name of whoever receives the parcel.',
  line1: 'Enter street and number.',
  city: 'Enter the town or city.',
  postalCode: 'Enter the postal code.',
  country: 'Choose a country.',
};

/** What each form holds of the draft, as its schema expects it: trimmed, and without what is empty. */
function partOf(draft: CheckoutDraft, step: FormStep): Record<string, string> {
  const fields = Object.keys(STEP_SCHEMAS[step].shape) as (keyof CheckoutDraft)[];
  const entries = fields.map((field) => [field, draft[field].trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The first step that is not valid; `review` when all are. */
export function firstIncompleteStep(draft: CheckoutDraft): CheckoutStep {
  const isComplete = (step: CheckoutStep) =>
    step === 'review' || STEP_SCHEMAS[step].safeParse(partOf(draft, step)).success;
  return CHECKOUT_STEPS.find((step) => !isComplete(step)) ?? 'review';
}

/** The createOrder request without its idempotency key. Equal content means the same order. Throws when a step is not valid. */
export function toOrderContent(draft: CheckoutDraft, cart: Cart): Omit<CreateOrderRequest, 'idempotencyKey'> {
  return {
    lines: cart.map(({ id, size, quantity }) => ({
      productId: id,
      ...(size !== undefined && { size }),
      quantity,
    })),
    address: AddressSchema.parse({ ...partOf(draft, 'contact'), ...partOf(draft, 'address') }),
    ...DeliveryChoiceSchema.parse(partOf(draft, 'delivery')),
  };
}
