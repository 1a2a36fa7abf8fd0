import type {
  ListedPromotion,
  SavePromotionRequest,
  SavePromotionResponse,
} from '@savepoint/model/promotion-changes';
import { adminApi, call } from './admin-endpoints.ts';

const promotionApi = adminApi.enhanceEndpoints({ addTagTypes: ['Promotion'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The newest promotions with their uses. */
    promotions: build.query<ListedPromotion[], void>({
      query: () => call('readPromotions')({}),
      transformResponse: ({ promotions }: { promotions: ListedPromotion[] }) => promotions,
      providesTags: ['Promotion'],
      keepUnusedDataFor: 0,
    }),
    savePromotion: build.mutation<SavePromotionResponse, SavePromotionRequest>({
      query: call('savePromotion'),
      invalidatesTags: ['Promotion', 'Audit'],
    }),
  }),
});

export const { usePromotionsQuery, useSavePromotionMutation } = promotionApi;
