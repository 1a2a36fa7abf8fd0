// Owns saving the shopper's addresses: shown at once, taken back with a way to retry when the account does not take them.

import { createAction } from '@reduxjs/toolkit';
import type { Address } from '@savepoint/model/address';
import { userRecordApi } from '../../api/user-record.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { toastShown } from '../../lib/toast-slice.ts';

/** The shopper wants these addresses saved, again after a failure. */
export const addressesRetried = createAction<{ uid: string; addresses: readonly Address[] }>(
  'account/addressesRetried',
);

export type SaveDispatch = (action: unknown) => unknown;

/** Shows the addresses at once, saves them, and takes them back with a way to retry when that fails. */
export async function saveAddresses(
  dispatch: SaveDispatch,
  uid: string,
  addresses: readonly Address[],
): Promise<void> {
  const optimistic = dispatch(
    userRecordApi.util.updateQueryData('userRecord', uid, (record) => record && { ...record, addresses }),
  ) as { undo: () => void };
  const answer = (await dispatch(
    userRecordApi.endpoints.saveUserFields.initiate({ uid, fields: { addresses } }),
  )) as { error?: unknown };
  if (answer.error === undefined) {
    dispatch(toastShown({ text: 'Your addresses are saved.' }));
    return;
  }
  optimistic.undo();
  dispatch(
    toastShown({
      text: 'Your addresses could not be saved.',
      tone: 'error',
      button: { label: 'Retry', action: addressesRetried({ uid, addresses }) },
    }),
  );
}

/** Registers the retry of a failed save. */
export function listenToAddresses(start: StartListening): void {
  start({
    actionCreator: addressesRetried,
    effect: (action, { dispatch }) =>
      saveAddresses(dispatch as SaveDispatch, action.payload.uid, action.payload.addresses),
  });
}
