import { formatCents } from '@savepoint/model/money';
import { type PromotionEffect, promotionPhase } from '@savepoint/model/promotion';
import type { ListedPromotion } from '@savepoint/model/promotion-changes';

/** The discount of a promotion, such as `10% off`, or `Buy 2, get 1 free`. */
export function describeEffect(effect: PromotionEffect): string {
  switch (effect.kind) {
    case 'percent':
      return `${effect.percent}% off`;
    case 'amount':
      return `${formatCents(effect.cents)} off`;
    case 'free-shipping':
      return effect.upToCents === undefined
        ? 'Free standard shipping'
        : `Up to ${formatCents(effect.upToCents)} off standard shipping`;
    case 'buy-get':
      return `Buy ${effect.buy}, get ${effect.get} ${effect.percent === 100 ? 'free' : `${effect.percent}% off`}`;
  }
}

/** Whether shoppers can use a promotion, and if not, why. */
export function promotionState(
  promotion: Pick<ListedPromotion, 'startsAt' | 'endsAt' | 'isStopped' | 'isUsedUp'>,
  now: Date,
): 'Active' | 'Scheduled' | 'Ended' | 'Stopped' | 'Used up' {
  const phase = promotionPhase(promotion, now);
  if (phase === 'stopped') return 'Stopped';
  if (phase === 'ended') return 'Ended';
  if (promotion.isUsedUp) return 'Used up';
  return phase === 'scheduled' ? 'Scheduled' : 'Active';
}

/** The restrictions of a promotion, as short phrases. */
export function describeConditions(promotion: ListedPromotion): string[] {
  const { categories, minimumCents, isFirstOrderOnly, isOncePerPerson } = promotion;
  return [
    ...(categories === undefined ? [] : [categories.join(', ')]),
    ...(minimumCents === undefined ? [] : [`from ${formatCents(minimumCents)}`]),
    ...(isFirstOrderOnly ? ['first orders'] : []),
    ...(isOncePerPerson ? ['once per person'] : []),
  ];
}
