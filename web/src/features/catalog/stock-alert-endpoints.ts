import type { StockAlertRequest } from '@savepoint/model/callables';
import { shopApi } from '../../api/shop-api.ts';

const stockAlertApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    requestStockAlert: build.mutation<unknown, StockAlertRequest>({
      query: (data) => ({ op: 'call', name: 'requestStockAlert', data }),
    }),
  }),
});

export const { useRequestStockAlertMutation } = stockAlertApi;
