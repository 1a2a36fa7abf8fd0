import type { UnknownAction } from '@reduxjs/toolkit';
import { CHECKOUT_KEY, checkoutLoaded, readCheckout } from './checkout-slice.ts';

/** Loads the checkout as stored, now and whenever another tab of this browser stores it. Returns the unsubscribe function. */
export function syncCheckoutAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === CHECKOUT_KEY) dispatch(checkoutLoaded(readCheckout()));
  };
  dispatch(checkoutLoaded(readCheckout()));
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
