import { shopApi } from '../../api/shop-api.ts';

const newsletterApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    subscribeNewsletter: build.mutation<unknown, { email: string }>({
      query: (data) => ({ op: 'call', name: 'subscribeNewsletter', data }),
    }),
  }),
});

export const { useSubscribeNewsletterMutation } = newsletterApi;
