// Promotions: codes that shoppers enter, and automatic ones, which need no code. A promotion with a
// code has the code as its id, so that one read finds it and no code exists twice.
import * as z from 'zod/mini';
import { CategoryIdSchema } from './document-id.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { lineSchema } from './plain-text.ts';
import { toAsciiCode } from './typed-digits.ts';

/** Automatic promotions that can be active at once: every order and every cart knows them all. */
export const AUTOMATIC_PROMOTIONS_MAX = 20;
/** Items of one kind that a buy-and-get promotion counts. */
const GROUP_MAX = 20;
const USES_MAX = 1_000_000;

/** A code as it is stored, however it was typed. Example: ' ｗelcome10 ' is 'WELCOME10'. */
export function toPromotionCode(text: string): string {
  return toAsciiCode(text).toUpperCase();
}

/** A code in any spelling. */
export const PromotionCodeSchema = z
  .string()
  .check(z.maxLength(100), z.overwrite(toPromotionCode), z.regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/));

const CentsSchema = z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX));
const PercentSchema = z.int().check(z.gte(1), z.lte(100));
const GroupSchema = z.int().check(z.gte(1), z.lte(GROUP_MAX));

/** What a promotion takes off: of the items it is for, or of the shipping. */
export const PromotionEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent: PercentSchema }),
  /** Once for the order, not for each item. */
  z.strictObject({ kind: z.literal('amount'), cents: CentsSchema }),
  /** Standard delivery, up to `upToCents`. */
  z.strictObject({ kind: z.literal('free-shipping'), upToCents: z.optional(CentsSchema) }),
  /**
   * After each `buy` items, the next `get` cost `percent` less, counted from the highest price
   * down.
   */
  z.strictObject({ kind: z.literal('buy-get'), buy: GroupSchema, get: GroupSchema, percent: PercentSchema }),
]);
export type PromotionEffect = z.infer<typeof PromotionEffectSchema>;

/** What everybody may know of a promotion whose code they have, or which has none. */
const TERMS = {
  /** Shoppers read it in the cart. */
  name: lineSchema(1, 60),
  /** Absent for an automatic promotion. */
  code: z.optional(PromotionCodeSchema),
  effect: PromotionEffectSchema,
  /** The items it is for; absent for all. */
  categories: z.optional(z.array(CategoryIdSchema).check(z.minLength(1), z.maxLength(20))),
  /** What the items it is for must cost together, before discounts. */
  minimumCents: z.optional(CentsSchema),
  /** For accounts of which no order has been paid. */
  isFirstOrderOnly: z.optional(z.boolean()),
  startsAt: z.optional(z.iso.datetime()),
  endsAt: z.optional(z.iso.datetime()),
};

/** promotions/{id} without the id. */
export const PromotionFieldsSchema = z.strictObject({
  ...TERMS,
  /** For one order of each account. */
  isOncePerPerson: z.optional(z.boolean()),
  /** Orders in all. */
  usesMax: z.optional(z.int().check(z.gte(1), z.lte(USES_MAX))),
  /** Discounts in all. */
  budgetCents: z.optional(CentsSchema),
  isStopped: z.boolean(),
});
export type PromotionFields = z.infer<typeof PromotionFieldsSchema>;
export type Promotion = PromotionFields & { readonly id: string };

/** A promotion as browsers know it. */
export type PromotionTerms = Pick<PromotionFields, keyof typeof TERMS> & { readonly id: string };

/** The terms of a promotion, without its limits and whatever else is stored of it. */
export function promotionTerms(promotion: Promotion): PromotionTerms {
  const terms = Object.entries(promotion).filter(([field]) => field === 'id' || field in TERMS);
  return Object.fromEntries(terms) as PromotionTerms;
}

/** What is wrong with a promotion that matches the schema; undefined for a valid one. */
export function findPromotionProblem(
  promotion: PromotionFields,
): { readonly field: string; readonly message: string } | undefined {
  const { code, isOncePerPerson, startsAt, endsAt } = promotion;
  if (isOncePerPerson && code === undefined)
    return { field: 'isOncePerPerson', message: 'Only a code can be limited to one use per person.' };
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) <= Date.parse(startsAt))
    return { field: 'endsAt', message: 'The end must be after the start.' };
  return undefined;
}

/** Whether a promotion is running, will, or is over. Its limits are not part of this. */
export function promotionPhase(
  {
    startsAt,
    endsAt,
    isStopped = false,
  }: Partial<Pick<PromotionFields, 'startsAt' | 'endsAt' | 'isStopped'>>,
  now: Date,
): 'scheduled' | 'active' | 'ended' | 'stopped' {
  if (isStopped) return 'stopped';
  if (endsAt !== undefined && Date.parse(endsAt) <= now.getTime()) return 'ended';
  if (startsAt !== undefined && Date.parse(startsAt) > now.getTime()) return 'scheduled';
  return 'active';
}
