import { createAction } from '@reduxjs/toolkit';
import type { Address } from '@savepoint/model/address';
import { userRecordApi } from '../../api/user-record.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { toastShown } from '../../lib/toast-slice.ts';

/** The shopper retries a failed save of these addresses. */
const addressesSaveRetried = createAction<{ uid: string; addresses: readonly Address[] }>(
  'account/addressesSaveRetried',
);

export type SaveDispatch = (action: unknown) => unknown;

/**
 * Saves the addresses with an optimistic update. A failed save is reverted; its toast offers a
 * retry.
 */
export async function saveAddresses(
  dispatch: SaveDispatch,
  uid: string,
  addresses: readonly Address[],
): Promise<void> {
  const optimistic = dispatch(
    userRecordApi.util.updateQueryData('userRecord', uid, (record) => record && { ...record, addresses }),
  ) as { undo: () => void };
  const result = (await dispatch(
    userRecordApi.endpoints.saveUserFields.initiate({ uid, fields: { addresses } }),
  )) as { error?: unknown };
  if (result.error === undefined) {
    dispatch(toastShown({ text: 'Your addresses are saved.' }));
    return;
  }
  optimistic.undo();
  dispatch(
    toastShown({
      text: 'Your addresses could not be saved.',
      tone: 'error',
      button: { label: 'Retry', action: addressesSaveRetried({ uid, addresses }) },
    }),
  );
}

/** Registers the listener that retries a failed save. */
export function listenToAddresses(start: StartListening): void {
  start({
    actionCreator: addressesSaveRetried,
    effect: (action, { dispatch }) =>
      saveAddresses(dispatch as SaveDispatch, action.payload.uid, action.payload.addresses),
  });
}
