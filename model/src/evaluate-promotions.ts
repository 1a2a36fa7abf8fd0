// Evaluates the discounts of promotions. The browser and the functions run the same code. At most
// one promotion applies to the items and one to the shipping: the one that saves the shopper the
// most; among equal ones a code before an automatic one, then the first by id. Free shipping is
// decided before discounts, so a discount never makes an order more expensive.
import { lineTotalCents } from './cart.ts';
import { multiplyCents, toCents } from './money.ts';
import { type PromotionTerms, promotionPhase } from './promotion.ts';
import type { PromotionRefusal } from './promotion-refusal.ts';
import { splitCents } from './split-cents.ts';
import type { DeliveryId } from './totals.ts';

/** A line of a cart or an order with the category of its product, if known. */
export interface PromotedLine {
  readonly price: number;
  readonly quantity: number;
  readonly category?: string | undefined;
}

interface PromotionContext {
  readonly now: Date;
  /** True if no order of the account has been paid. */
  readonly isFirstOrder: boolean;
  /** The delivery method and its cost before discounts. */
  readonly delivery: { readonly id: DeliveryId; readonly cents: number };
}

/** A promotion as stored in an order. */
export interface AppliedPromotion {
  readonly id: string;
  readonly name: string;
  readonly code?: string;
  /** The total discount on the lines. */
  readonly discountCents: number;
  /** The discount on the shipping. */
  readonly shippingCents: number;
}

/** The discounts of an order. */
export interface Discounts {
  /** By line, for all its units. */
  readonly lineCents: readonly number[];
  readonly shippingCents: number;
  readonly applied: readonly AppliedPromotion[];
  /** Why each of the other promotions does not apply. */
  readonly refusals: readonly { readonly id: string; readonly refusal: PromotionRefusal }[];
}

/** The savings of a single promotion. */
interface Benefit {
  readonly promotion: PromotionTerms;
  readonly lineCents: readonly number[];
  readonly discountCents: number;
  readonly shippingCents: number;
}

/** Applies promotions to the lines; see the top of this file. */
export function evaluatePromotions(
  lines: readonly PromotedLine[],
  promotions: readonly PromotionTerms[],
  context: PromotionContext,
): Discounts {
  const assessed = promotions.map((promotion) => assess(lines, promotion, context));
  const benefits = assessed.filter((each) => 'discountCents' in each);
  const goods = best(benefits, ({ discountCents }) => discountCents);
  const shipping = best(benefits, ({ shippingCents }) => shippingCents);
  const chosen = [goods, shipping].filter((each) => each !== undefined);
  return {
    lineCents: goods?.lineCents ?? lines.map(() => 0),
    shippingCents: shipping?.shippingCents ?? 0,
    applied: chosen.map(({ promotion: { id, name, code }, discountCents, shippingCents }) => ({
      id,
      name,
      ...(code !== undefined && { code }),
      discountCents,
      shippingCents,
    })),
    refusals: assessed.flatMap((each) => {
      if (!('discountCents' in each)) return each;
      return chosen.includes(each) ? [] : { id: each.promotion.id, refusal: 'better-applies' };
    }),
  };
}

function best(benefits: readonly Benefit[], centsOf: (benefit: Benefit) => number): Benefit | undefined {
  const rank = ({ promotion: { id, code } }: Benefit) => `${code === undefined ? 1 : 0}${id}`;
  return benefits
    .filter((benefit) => centsOf(benefit) > 0)
    .sort((a, b) => centsOf(b) - centsOf(a) || (rank(a) < rank(b) ? -1 : 1))[0];
}

function assess(
  lines: readonly PromotedLine[],
  promotion: PromotionTerms,
  { now, isFirstOrder, delivery }: PromotionContext,
): Benefit | { readonly id: string; readonly refusal: PromotionRefusal } {
  const { id, effect, categories, minimumCents = 0 } = promotion;
  const phase = promotionPhase(promotion, now);
  if (phase !== 'active') return { id, refusal: phase === 'scheduled' ? 'not-yet' : 'expired' };
  if (promotion.isFirstOrderOnly && !isFirstOrder) return { id, refusal: 'first-order-only' };
  const isMeant = ({ category = '' }: PromotedLine) => categories?.includes(category) ?? true;
  if (!lines.some(isMeant)) return { id, refusal: 'not-for-these-items' };
  // The cents of each line that the promotion may discount.
  const weights = lines.map((line) => (isMeant(line) ? lineTotalCents(line) : 0));
  const sum = weights.reduce((total, cents) => total + cents, 0);
  if (sum < minimumCents) return { id, refusal: 'below-minimum' };
  if (effect.kind === 'free-shipping') {
    if (delivery.id !== 'standard') return { id, refusal: 'standard-only' };
    const shippingCents = Math.min(delivery.cents, effect.upToCents ?? delivery.cents);
    if (shippingCents === 0) return { id, refusal: 'shipping-is-free' };
    return { promotion, lineCents: lines.map(() => 0), discountCents: 0, shippingCents };
  }
  const lineCents =
    effect.kind === 'buy-get'
      ? groupDiscounts(
          lines.map((line) => (isMeant(line) ? line : { ...line, quantity: 0 })),
          effect,
        )
      : splitCents(
          effect.kind === 'percent' ? multiplyCents(sum, effect.percent / 100) : Math.min(effect.cents, sum),
          weights,
        );
  const discountCents = lineCents.reduce((total, cents) => total + cents, 0);
  if (discountCents === 0) return { id, refusal: 'too-few-items' };
  return { promotion, lineCents, discountCents, shippingCents: 0 };
}

/**
 * The discount of each line when, after each `buy` units, the next `get` cost less. The most
 * expensive units come first, so that no cheaper one pays for them. Example: with 'buy 1, get 1'
 * and units at 30, 20 and 10, the second is free.
 */
function groupDiscounts(
  lines: readonly PromotedLine[],
  { buy, get, percent }: { readonly buy: number; readonly get: number; readonly percent: number },
): number[] {
  const cents = lines.map(() => 0);
  const byPrice = lines
    .map((line, index) => ({ index, unitCents: toCents(line.price), quantity: line.quantity }))
    .sort((a, b) => b.unitCents - a.unitCents || a.index - b.index);
  let position = 0;
  for (const { index, unitCents, quantity } of byPrice) {
    const saved = multiplyCents(unitCents, percent / 100);
    for (let unit = 0; unit < quantity; unit += 1) {
      if (position % (buy + get) >= buy) cents[index] = (cents[index] ?? 0) + saved;
      position += 1;
    }
  }
  return cents;
}
