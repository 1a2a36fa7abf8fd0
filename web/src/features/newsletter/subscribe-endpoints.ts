import type { ConfirmSubscriptionRequest } from '@savepoint/model/callables';
import { shopApi } from '../../api/shop-api.ts';

const subscribeApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    confirmSubscription: build.mutation<unknown, ConfirmSubscriptionRequest>({
      query: (data) => ({ op: 'call', name: 'confirmSubscription', data }),
    }),
  }),
});

export const { useConfirmSubscriptionMutation } = subscribeApi;
