// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { beforeEach, expect, it } from 'vitest';
import type { AppDispatch, RootState } from '../../app/store.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import { listenToPromotion, syncPromotionAcrossTabs } from './promotion-listeners.ts';
import { codeEntered, PROMOTION_KEY, promotionSlice, selectEnteredCode } from './promotion-slice.ts';

const ADA = { uid: 'ada', email: 'ada@example.com', displayName: 'Ada' };
const ORDER_CLOSED = { type: 'checkout/placedOrderClosed' };

function openTab() {
  const listener = createListenerMiddleware();
  listenToPromotion(
    listener.startListening.withTypes<RootState, AppDispatch>(),
    ({ type }) => type === ORDER_CLOSED.type,
  );
  const store = configureStore({
    reducer: { promotion: promotionSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware),
  });
  return { dispatch: store.dispatch, code: () => selectEnteredCode(store.getState()).code };
}

beforeEach(() => localStorage.clear());

it("a code survives a reload, and a guest's code survives the sign-in", () => {
  openTab().dispatch(codeEntered('TEN'));
  const tab = openTab();
  tab.dispatch(sessionEnded());
  expect(tab.code()).toBe('TEN');
  tab.dispatch(sessionStarted(ADA));
  expect([tab.code(), openTab().code()]).toEqual(['TEN', 'TEN']);
});

it('a code is removed with its account, and not given to the next one', () => {
  const tab = openTab();
  tab.dispatch(sessionStarted(ADA));
  tab.dispatch(codeEntered('TEN'));
  const other = openTab();
  other.dispatch(sessionStarted({ ...ADA, uid: 'bob' }));
  expect(other.code()).toBeNull();
  tab.dispatch(sessionEnded());
  expect([tab.code(), localStorage.getItem(PROMOTION_KEY)]).toEqual([null, null]);
});

it('a code is removed once its order is paid or closed', () => {
  const tab = openTab();
  tab.dispatch(codeEntered('TEN'));
  tab.dispatch(ORDER_CLOSED);
  expect([tab.code(), openTab().code()]).toEqual([null, null]);
});

it('a code entered in another tab applies here, and a malformed one counts as none', () => {
  const tab = openTab();
  const stop = syncPromotionAcrossTabs(tab.dispatch);
  const storeElsewhere = (value: string) => {
    localStorage.setItem(PROMOTION_KEY, value);
    dispatchEvent(new StorageEvent('storage', { key: PROMOTION_KEY }));
  };
  storeElsewhere(JSON.stringify({ code: 'TEN', owner: null }));
  expect(tab.code()).toBe('TEN');
  storeElsewhere('[1]');
  expect(tab.code()).toBeNull();
  stop();
});
