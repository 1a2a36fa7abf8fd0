import type { UnknownAction } from '@reduxjs/toolkit';
import { onStoredElsewhere } from '../../lib/safe-storage.ts';
import { CHECKOUT_KEY, checkoutLoaded, readCheckout } from './checkout-slice.ts';

/**
 * Loads the stored checkout, now and whenever another tab of this browser stores it. Returns the
 * unsubscribe function.
 */
export function syncCheckoutAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  const load = () => dispatch(checkoutLoaded(readCheckout()));
  load();
  return onStoredElsewhere([CHECKOUT_KEY], load);
}
