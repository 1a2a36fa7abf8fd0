import { formatCents } from './money.ts';
import type { PromotionTerms } from './promotion.ts';

/** Reasons why a promotion does not apply to an order. */
export type PromotionRefusal =
  | 'unknown'
  | 'not-yet'
  | 'expired'
  | 'used-up'
  | 'used-by-you'
  | 'first-order-only'
  | 'not-for-these-items'
  | 'below-minimum'
  | 'too-few-items'
  | 'standard-only'
  | 'shipping-is-free'
  | 'better-applies';

/** The explanation beside a code that does not apply. */
export function describeRefusal(
  code: string,
  refusal: PromotionRefusal,
  terms?: Pick<PromotionTerms, 'effect' | 'minimumCents'>,
): string {
  switch (refusal) {
    case 'unknown':
      return `We don't recognize ${code}. Check the spelling.`;
    case 'not-yet':
      return `${code} is not valid yet.`;
    case 'expired':
      return `${code} has expired.`;
    case 'used-up':
      return `${code} has been used up.`;
    case 'used-by-you':
      return `You have already used ${code}.`;
    case 'first-order-only':
      return `${code} is for first orders only.`;
    case 'not-for-these-items':
      return `${code} is not for the items in your cart.`;
    case 'below-minimum':
      return terms?.minimumCents === undefined
        ? `${code} is for larger orders.`
        : `${code} is for orders from ${formatCents(terms.minimumCents)}.`;
    case 'too-few-items':
      return terms?.effect.kind === 'buy-get'
        ? `${code} is for ${terms.effect.buy + 1} items or more.`
        : `${code} is for larger orders.`;
    case 'standard-only':
      return `${code} is for standard delivery.`;
    case 'shipping-is-free':
      return `Your shipping is already free, so keep ${code} for another order.`;
    case 'better-applies':
      return `Another discount saves you at least as much as ${code}, so it applies instead.`;
  }
}
