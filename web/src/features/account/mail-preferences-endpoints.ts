import type {
  CancelStockAlertRequest,
  MailPreferences,
  SaveMailPreferencesRequest,
} from '@savepoint/model/callables';
import { shopApi } from '../../api/shop-api.ts';

const mailPreferencesApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The subscriptions of the signed-in shopper's address. */
    mailPreferences: build.query<MailPreferences, void>({
      query: () => ({ op: 'call', name: 'readMailPreferences', data: {} }),
      keepUnusedDataFor: 0,
    }),
    saveMailPreferences: build.mutation<unknown, SaveMailPreferencesRequest>({
      query: (data) => ({ op: 'call', name: 'saveMailPreferences', data }),
    }),
    cancelStockAlert: build.mutation<unknown, CancelStockAlertRequest>({
      query: (data) => ({ op: 'call', name: 'cancelStockAlert', data }),
    }),
    requestEmailVerification: build.mutation<unknown, void>({
      query: () => ({ op: 'call', name: 'requestEmailVerification', data: {} }),
    }),
  }),
});

export const {
  useCancelStockAlertMutation,
  useMailPreferencesQuery,
  useSaveMailPreferencesMutation,
  useRequestEmailVerificationMutation,
} = mailPreferencesApi;
