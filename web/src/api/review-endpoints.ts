import type { SubmitReviewRequest, SubmitReviewResponse } from '@savepoint/model/callables';
import type { Order } from '@savepoint/model/order';
import type { Review } from '@savepoint/model/review';
import { shopApi } from './shop-api.ts';

const NEWEST_MAX = 4;
/** A product page shows the first few of these, and the others on request. */
export const PRODUCT_REVIEWS_MAX = 100;

export const reviewApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest reviews of the whole shop. */
    newestReviews: build.query<Review[], void>({
      query: () => ({ op: 'query', path: 'reviews', orderBy: [['createdAt', 'desc']], limit: NEWEST_MAX }),
      providesTags: ['Review'],
    }),
    /** Reviews of one product, newest first. */
    productReviews: build.query<Review[], string>({
      query: (productId) => ({
        op: 'query',
        path: 'reviews',
        where: [['productId', '==', productId]],
        orderBy: [['createdAt', 'desc']],
        limit: PRODUCT_REVIEWS_MAX,
      }),
      providesTags: (_result, _error, id) => [{ type: 'Review', id: `products/${id}` }],
    }),
    /** The shopper's own review of a product; null if there is none. */
    ownReview: build.query<Review | null, { uid: string; productId: string }>({
      // A query, because browsers log the 404 of a missing document as an error.
      query: ({ uid, productId }) => ({
        op: 'query',
        path: 'reviews',
        where: [
          ['userId', '==', uid],
          ['productId', '==', productId],
        ],
      }),
      transformResponse: ([review]: Review[]) => review ?? null,
      providesTags: (_result, _error, { productId }) => [{ type: 'Review', id: `products/${productId}` }],
    }),
    /** The shopper's own orders of a product. */
    productOrders: build.query<Order[], { uid: string; productId: string }>({
      query: ({ uid, productId }) => ({
        op: 'query',
        path: 'orders',
        where: [
          ['userId', '==', uid],
          ['productIds', 'array-contains', productId],
        ],
        identified: true,
      }),
      providesTags: ['Order'],
    }),
    submitReview: build.mutation<SubmitReviewResponse, SubmitReviewRequest>({
      query: (data) => ({ op: 'call', name: 'submitReview', data }),
      invalidatesTags: (_result, _error, { productId }) => [
        { type: 'Review', id: `products/${productId}` },
        { type: 'Product', id: `products/${productId}` },
      ],
    }),
  }),
});

export const {
  useNewestReviewsQuery,
  useOwnReviewQuery,
  useProductOrdersQuery,
  useProductReviewsQuery,
  useSubmitReviewMutation,
} = reviewApi;
