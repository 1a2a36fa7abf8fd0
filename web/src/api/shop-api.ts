import { createApi } from '@reduxjs/toolkit/query/react';
import { firestoreBaseQuery } from './firestore-base-query.ts';

/** The shop's one RTK Query api. Features and the other files of this folder inject its endpoints. */
export const shopApi = createApi({
  reducerPath: 'shopApi',
  baseQuery: firestoreBaseQuery,
  tagTypes: ['Category', 'Product', 'Review', 'Order'],
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
