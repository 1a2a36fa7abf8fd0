import type { PromotionTerms } from '@savepoint/model/promotion';
import type { CheckPromotionResponse } from '@savepoint/model/promotion-changes';
import { shopApi } from '../../api/shop-api.ts';

const promotionApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The automatic promotions. */
    automaticPromotions: build.query<PromotionTerms[], void>({
      query: () => ({ op: 'file', path: '/promotions.json' }),
    }),
    /**
     * The terms of a code. `uid` is part of the cache key, because an account may have used the
     * code; null for a guest.
     */
    checkPromotion: build.query<CheckPromotionResponse, { code: string; uid: string | null }>({
      query: ({ code }) => ({ op: 'call', name: 'checkPromotion', data: { code } }),
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useAutomaticPromotionsQuery, useCheckPromotionQuery, useLazyCheckPromotionQuery } =
  promotionApi;
