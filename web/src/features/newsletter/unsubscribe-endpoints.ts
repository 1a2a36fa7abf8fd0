import type { UnsubscribeRequest } from '@savepoint/model/callables';
import { shopApi } from '../../api/shop-api.ts';

const unsubscribeApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    unsubscribe: build.mutation<unknown, UnsubscribeRequest>({
      query: (data) => ({ op: 'call', name: 'unsubscribe', data }),
    }),
  }),
});

export const { useUnsubscribeMutation } = unsubscribeApi;
