import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { stackApi } from '../api/stack-api.ts';
import { listingSlice } from '../data/listing-slice.ts';
import { locationSlice } from '../navigation/location-slice.ts';
import { toastsSlice } from '../toasts/toasts-slice.ts';

export function createStore() {
  const store = configureStore({
    reducer: {
      [stackApi.reducerPath]: stackApi.reducer,
      [locationSlice.reducerPath]: locationSlice.reducer,
      [toastsSlice.reducerPath]: toastsSlice.reducer,
      [listingSlice.reducerPath]: listingSlice.reducer,
    },
    middleware: (defaults) =>
      // These checks would search megabytes of documents, which come from JSON and are serializable
      // anyway.
      defaults({ serializableCheck: false, immutableCheck: false }).concat(stackApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}
