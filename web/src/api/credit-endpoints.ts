// The shopper's store credit: read live, written by functions.
import type { CreditResponse, RedeemGiftCardRequest } from '@savepoint/model/credit-changes';
import type { LedgerEntry, StoreCredit } from '@savepoint/model/ledger';
import { streamDocument } from './live-data.ts';
import { shopApi } from './shop-api.ts';

/** The number of an account's newest entries to show. */
const ENTRIES_SHOWN = 100;

const creditPath = (uid: string) => `storeCredit/${encodeURIComponent(uid)}`;

const creditApi = shopApi.enhanceEndpoints({ addTagTypes: ['Credit'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The balance of an account, null if it never had any; updated live. */
    storeCredit: build.query<StoreCredit | null, string>({
      query: (uid) => ({ op: 'get', path: creditPath(uid), identified: true }),
      providesTags: ['Credit'],
      onCacheEntryAdded: (uid, lifecycle) =>
        streamDocument<StoreCredit>(creditPath(uid), lifecycle, (credit) => {
          lifecycle.dispatch(creditApi.util.upsertQueryData('storeCredit', uid, credit));
        }),
    }),
    /** The credits and debits of an account, newest first. */
    creditEntries: build.query<LedgerEntry[], string>({
      query: (uid) => ({
        op: 'query',
        path: 'ledger',
        where: [['userId', '==', uid]],
        orderBy: [['at', 'desc']],
        limit: ENTRIES_SHOWN,
        identified: true,
      }),
      providesTags: ['Credit', 'Order'],
    }),
    redeemGiftCard: build.mutation<CreditResponse, RedeemGiftCardRequest>({
      query: (data) => ({ op: 'call', name: 'redeemGiftCard', data }),
      invalidatesTags: (response) => (response === undefined ? [] : ['Credit']),
    }),
  }),
});

export const { useStoreCreditQuery, useCreditEntriesQuery, useRedeemGiftCardMutation } = creditApi;
