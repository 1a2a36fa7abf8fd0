import { createAction } from '@reduxjs/toolkit';
import { type CombinedState, createApi } from '@reduxjs/toolkit/query/react';
import { firestoreBaseQuery } from './firestore-base-query.ts';

/**
 * Data of a server-rendered page is read again beyond this age; Hosting may have cached the page.
 */
const STALE_AFTER_SECONDS = 60;

const REDUCER_PATH = 'shopApi';
const TAG_TYPES = ['Category', 'Product', 'Review', 'Order', 'Settings'] as const;

type ApiState = CombinedState<Record<never, never>, (typeof TAG_TYPES)[number], typeof REDUCER_PATH>;

/** Copies the query cache of the server's store into the browser's. */
export const queriesRehydrated = createAction<ApiState>('shopApi/queriesRehydrated');

/**
 * The shop's one RTK Query api. Features and the other files of this folder inject its endpoints.
 */
export const shopApi = createApi({
  reducerPath: REDUCER_PATH,
  baseQuery: firestoreBaseQuery,
  tagTypes: TAG_TYPES,
  keepUnusedDataFor: 300,
  refetchOnMountOrArgChange: STALE_AFTER_SECONDS,
  extractRehydrationInfo: (action) => (queriesRehydrated.match(action) ? action.payload : undefined),
  endpoints: () => ({}),
});
