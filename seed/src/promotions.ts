import type { PromotionFields } from '@savepoint/model/promotion';

/** The sample promotions, each with a code. */
export const PROMOTIONS: readonly (PromotionFields & { readonly code: string })[] = [
  {
    name: 'Welcome: 10% off your first order',
    code: 'WELCOME10',
    effect: { kind: 'percent', percent: 10 },
    isFirstOrderOnly: true,
    isOncePerPerson: true,
    isStopped: false,
  },
  {
    name: 'Free standard shipping',
    code: 'SHIPFREE',
    effect: { kind: 'free-shipping', upToCents: 1500 },
    isOncePerPerson: true,
    isStopped: false,
  },
];
