// Owns the one RTK Query api of the shop. Endpoints are injected where they belong: the catalogue's beside this file,
// each feature's in the feature.
import { createApi } from '@reduxjs/toolkit/query/react';
import { firestoreBaseQuery } from './firestore-base-query.ts';

/** Empty here; `shopApi.injectEndpoints` adds to it. */
export const shopApi = createApi({
  reducerPath: 'shopApi',
  baseQuery: firestoreBaseQuery,
  tagTypes: ['Category', 'Product', 'Review', 'Order', 'User'],
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
