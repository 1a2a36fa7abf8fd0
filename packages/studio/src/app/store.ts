import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { stackApi } from '../api/stack-api.ts';
import { listingSlice } from '../data/listing-slice.ts';
import { locationSlice } from '../navigation/location-slice.ts';
import { toastsSlice } from '../toasts/toasts-slice.ts';

/** The store of the page. */
export function createStore() {
  const store = configureStore({
    reducer: {
      [stackApi.reducerPath]: stackApi.reducer,
      [locationSlice.reducerPath]: locationSlice.reducer,
      [toastsSlice.reducerPath]: toastsSlice.reducer,
      [listingSlice.reducerPath]: listingSlice.reducer,
    },
    middleware: (defaults) =>
      // Documents of a megabyte would be searched for values that cannot be stored, although they
      // come from JSON.
      defaults({ serializableCheck: false, immutableCheck: false }).concat(stackApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}
