// Steps and validation of the checkout draft. Pure; the draft is stored by checkout-slice.ts.
import { type Address, AddressSchema } from '@savepoint/model/address';
import type { Cart } from '@savepoint/model/cart';
import { type CreateOrderRequest, DeliveryChoiceSchema } from '@savepoint/model/order';
import type { DeliveryId, DeliveryOption } from '@savepoint/model/totals';
import type { FormSchema } from '../../lib/form-values.ts';
import { type CheckoutDraft, FORM_STEPS, type FormStep } from './draft.ts';

export const CHECKOUT_STEPS = [...FORM_STEPS, 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export const STEP_SCHEMAS = {
  address: AddressSchema,
  delivery: DeliveryChoiceSchema,
} as const satisfies Record<FormStep, FormSchema<unknown>>;

export const STEP_MESSAGES: Readonly<Partial<Record<keyof CheckoutDraft, string>>> = {
  name: "Enter the recipient's name.",
  line1: 'Enter the street address.',
  city: 'Enter the town or city.',
  country: 'Choose a country.',
};

/** Each form's part of the draft, as input for its schema: trimmed, without empty values. */
function partOf(draft: CheckoutDraft, step: FormStep): Record<string, string> {
  const fields = Object.keys(STEP_SCHEMAS[step].shape) as (keyof CheckoutDraft)[];
  const entries = fields.map((field) => [field, draft[field].trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The first step that is not completed or not valid; `review` if all are. */
export function firstIncompleteStep(draft: CheckoutDraft, confirmed: readonly FormStep[]): CheckoutStep {
  const isComplete = (step: FormStep) =>
    confirmed.includes(step) && STEP_SCHEMAS[step].safeParse(partOf(draft, step)).success;
  return FORM_STEPS.find((step) => !isComplete(step)) ?? 'review';
}

/** The address of a draft. Throws if it is invalid. */
export function toAddress(draft: CheckoutDraft): Address {
  return AddressSchema.parse(partOf(draft, 'address'));
}

/**
 * The delivery option of a draft: the chosen one, or the first of its address if that lacks it;
 * undefined if the shop does not deliver there.
 */
export function deliveryOf<Option extends DeliveryOption>(
  draft: CheckoutDraft,
  options: readonly Option[],
): Option | undefined {
  return options.find(({ id }) => id === draft.delivery) ?? options[0];
}

/** The fields of a draft for an address. */
export function fromAddress({
  line2 = '',
  region = '',
  postalCode = '',
  phone = '',
  ...address
}: Address): Omit<CheckoutDraft, 'delivery' | 'note'> {
  return { ...address, line2, region, postalCode, phone };
}

/** True if the draft's address is among these known ones, from orders or the account. */
export function goesTo(draft: CheckoutDraft, known: readonly Address[]): boolean {
  const fields = known.map(fromAddress);
  return fields.some((each) =>
    Object.entries(each).every(([name, value]) => draft[name as keyof typeof each] === value),
  );
}

/**
 * The createOrder request without its idempotency key. Equal content means the same order. Throws
 * if a step is invalid. `delivery` is the available option, and `expectedTotalCents` the total that
 * the shopper has seen.
 */
export function toOrderContent(
  draft: CheckoutDraft,
  cart: Cart,
  delivery: DeliveryId,
  expectedTotalCents: number,
): Omit<CreateOrderRequest, 'idempotencyKey'> {
  return {
    lines: cart.map(({ id, size, quantity }) => ({
      productId: id,
      ...(size !== undefined && { size }),
      quantity,
    })),
    address: toAddress(draft),
    ...DeliveryChoiceSchema.parse({ ...partOf(draft, 'delivery'), delivery }),
    expectedTotalCents,
  };
}
