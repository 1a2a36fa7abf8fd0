import type {
  CorrectStockRequest,
  CorrectStockResponse,
  StockMovement,
} from '@savepoint/model/stock-movement';
import { movementsPath } from '@savepoint/model/stock-shards';
import { adminApi, call, newestFirst } from './admin-endpoints.ts';

const stockApi = adminApi.enhanceEndpoints({ addTagTypes: ['Stock'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The newest movements of a product's stock, at most `limit`. */
    stockMovements: build.query<(StockMovement & { readonly id: string })[], { id: string; limit: number }>({
      query: ({ id, limit }) => newestFirst(movementsPath(id), 'at', limit),
      providesTags: ['Stock'],
      keepUnusedDataFor: 0,
    }),
    correctStock: build.mutation<CorrectStockResponse, CorrectStockRequest>({
      query: call('correctStock'),
      invalidatesTags: (result) => (result ? ['Stock', 'Audit'] : []),
    }),
  }),
});

export const { useStockMovementsQuery, useCorrectStockMutation } = stockApi;
