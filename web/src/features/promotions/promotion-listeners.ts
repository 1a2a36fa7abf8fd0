import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../app/store.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { onStoredElsewhere, removeStored, writeStored } from '../../lib/safe-storage.ts';
import {
  codeLoaded,
  codeRemoved,
  PROMOTION_KEY,
  readEnteredCode,
  selectEnteredCode,
} from './promotion-slice.ts';

/** Registers the listeners that store the code, and remove it when its order is closed. */
export function listenToPromotion(
  start: StartListening,
  isOrderClosed: (action: UnknownAction) => boolean,
): void {
  start({
    predicate: (action) => isOrderClosed(action as UnknownAction),
    effect: (_action, { dispatch }) => {
      dispatch(codeRemoved());
    },
  });
  start({
    predicate: (action, current: RootState, before: RootState) =>
      !codeLoaded.match(action) && selectEnteredCode(current) !== selectEnteredCode(before),
    effect: (_action, { getState }) => {
      const entered = selectEnteredCode(getState());
      if (entered.code === null) removeStored(PROMOTION_KEY);
      else writeStored(PROMOTION_KEY, JSON.stringify(entered));
    },
  });
}

/** Follows the code stored by other tabs. Returns the unsubscribe function. */
export function syncPromotionAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  return onStoredElsewhere([PROMOTION_KEY], () => dispatch(codeLoaded(readEnteredCode())));
}
