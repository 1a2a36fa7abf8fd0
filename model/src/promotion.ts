// Promotions: codes that shoppers enter, and automatic ones, which need no code. A promotion's id
// is its code, so one read finds it and codes are unique.
import * as z from 'zod/mini';
import { CategoryIdSchema } from './document-id.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { lineSchema } from './plain-text.ts';
import { toAsciiCode } from './typed-digits.ts';

/** The limit of active automatic promotions: every order and every cart evaluates them all. */
export const AUTOMATIC_PROMOTIONS_MAX = 20;
/** Items of one kind that a buy-and-get promotion counts. */
const GROUP_MAX = 20;
const USES_MAX = 1_000_000;

/** Normalizes a code for storage. Example: ' ｗelcome10 ' is 'WELCOME10'. */
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

/** The discount: on the promotion's items, or on the shipping. */
export const PromotionEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent: PercentSchema }),
  /** Once per order, not per item. */
  z.strictObject({ kind: z.literal('amount'), cents: CentsSchema }),
  /** Standard delivery, up to `upToCents`. */
  z.strictObject({ kind: z.literal('free-shipping'), upToCents: z.optional(CentsSchema) }),
  /**
   * After each `buy` items, the next `get` cost `percent` less, starting with the highest price.
   */
  z.strictObject({ kind: z.literal('buy-get'), buy: GroupSchema, get: GroupSchema, percent: PercentSchema }),
]);
export type PromotionEffect = z.infer<typeof PromotionEffectSchema>;

/** The public terms of a promotion, for anybody with the code or for automatic ones. */
const TERMS = {
  /** Shown in the cart. */
  name: lineSchema(1, 60),
  /** Absent for automatic promotions. */
  code: z.optional(PromotionCodeSchema),
  effect: PromotionEffectSchema,
  /** The items it applies to; defaults to all. */
  categories: z.optional(z.array(CategoryIdSchema).check(z.minLength(1), z.maxLength(20))),
  /** The minimum total of its items, before discounts. */
  minimumCents: z.optional(CentsSchema),
  /** For accounts without a paid order. */
  isFirstOrderOnly: z.optional(z.boolean()),
  startsAt: z.optional(z.iso.datetime()),
  endsAt: z.optional(z.iso.datetime()),
};

/** promotions/{id} without the id. */
export const PromotionFieldsSchema = z.strictObject({
  ...TERMS,
  /** Each account can use it for one order. */
  isOncePerPerson: z.optional(z.boolean()),
  /** The total number of orders. */
  usesMax: z.optional(z.int().check(z.gte(1), z.lte(USES_MAX))),
  /** The total of discounts. */
  budgetCents: z.optional(CentsSchema),
  isStopped: z.boolean(),
});
export type PromotionFields = z.infer<typeof PromotionFieldsSchema>;
export type Promotion = PromotionFields & { readonly id: string };

/** A promotion as visible to browsers. */
export type PromotionTerms = Pick<PromotionFields, keyof typeof TERMS> & { readonly id: string };

/** The terms of a promotion, without its limits and other stored fields. */
export function promotionTerms(promotion: Promotion): PromotionTerms {
  const terms = Object.entries(promotion).filter(([field]) => field === 'id' || field in TERMS);
  return Object.fromEntries(terms) as PromotionTerms;
}

/** The problem with a promotion that matches the schema; undefined for a valid one. */
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

/** Tells whether a promotion is running, scheduled, or over. Limits are not considered. */
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
