import type { ContactMessage } from '@savepoint/model/callables';
import { shopApi } from '../../api/shop-api.ts';

const contactApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation<unknown, ContactMessage>({
      query: (data) => ({ op: 'call', name: 'sendContactMessage', data }),
    }),
  }),
});

export const { useSendContactMessageMutation } = contactApi;
