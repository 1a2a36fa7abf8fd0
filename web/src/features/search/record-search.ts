import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { RecordSearchRequest } from '@savepoint/model/dashboard';
import { shopApi } from '../../api/shop-api.ts';

/** Characters that the function takes. */
const TEXT_MAX = 60;

const searchApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    recordSearch: build.mutation<{ done: true }, RecordSearchRequest>({
      query: (data) => ({ op: 'call', name: 'recordSearch', data }),
    }),
  }),
});

/** Sends a search without result to the shop's count. Resolves also when that fails. */
export async function recordSearch(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  { text, outcome }: RecordSearchRequest,
): Promise<void> {
  if (text.length < 2 || text.length > TEXT_MAX) return;
  await dispatch(searchApi.endpoints.recordSearch.initiate({ text, outcome }, { track: false }));
}
