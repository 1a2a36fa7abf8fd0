// What promotions take off an order. The browser shows it, functions charge it, with this code.
//
// At most one promotion applies to the items and one to the shipping: of several, the one that
// saves the shopper the most; of equal ones a code before an automatic one, then the first by id.
// Whether shipping is free is decided before discounts, so a discount never makes an order dearer.
import { lineTotalCents } from './cart.ts';
import { multiplyCents, toCents } from './money.ts';
import { type PromotionTerms, promotionPhase } from './promotion.ts';
import type { PromotionRefusal } from './promotion-refusal.ts';
import { splitCents } from './split-cents.ts';
import type { DeliveryId } from './totals.ts';

/** A line of a cart or an order with the category of its product, if that is known. */
export interface PromotedLine {
  readonly price: number;
  readonly quantity: number;
  readonly category?: string | undefined;
}

interface PromotionContext {
  readonly now: Date;
  /** Whether no order of the account has been paid. */
  readonly isFirstOrder: boolean;
  /** How the order travels, and what that costs before discounts. */
  readonly delivery: { readonly id: DeliveryId; readonly cents: number };
}

/** A promotion as its order stores it. */
export interface AppliedPromotion {
  readonly id: string;
  readonly name: string;
  readonly code?: string;
  /** Taken off the lines in all. */
  readonly discountCents: number;
  /** Taken off the shipping. */
  readonly shippingCents: number;
}

/** What promotions take off an order. */
export interface Discounts {
  /** By line, for all of its units. */
  readonly lineCents: readonly number[];
  readonly shippingCents: number;
  readonly applied: readonly AppliedPromotion[];
  /** Why each of the others does not apply. */
  readonly refusals: readonly { readonly id: string; readonly refusal: PromotionRefusal }[];
}

/** What one promotion would take off. */
interface Benefit {
  readonly promotion: PromotionTerms;
  readonly lineCents: readonly number[];
  readonly discountCents: number;
  readonly shippingCents: number;
}

/** The discounts of the lines by those of the promotions that apply; see the top of this file. */
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
  // The cents of each line that the promotion may take off.
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
 * What each line saves when after each `buy` units the next `get` cost less. The dearest units come
 * first, so that no cheaper one pays for them. Example: of units for 30, 20 and 10 the second is
 * free with 'buy 1, get 1'.
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
