// Owns the shape of side effects: each feature exports a function that takes `startListening` and registers what it
// does after an action. Knows no feature; state is read through the features' own selectors.
import { createListenerMiddleware } from '@reduxjs/toolkit';

/** A new listener middleware; one per store. */
export function createShopListener() {
  return createListenerMiddleware();
}

export type StartListening = ReturnType<typeof createShopListener>['startListening'];
