// Undo of what an admin did. The toast outlives the page that shows it, so that its button is an
// action, with a listener that is added together with it: other pages of the shop do not load this
// file.
import { addListener, createAction, type ListenerEffectAPI } from '@reduxjs/toolkit';
import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import type { SettingsSection } from '@savepoint/model/settings';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../lib/toast-slice.ts';
import { adminApi, errorMessage } from './admin-endpoints.ts';
import { orderAdminApi } from './order-endpoints.ts';
import { settingsAdminApi } from './settings-endpoints.ts';

/**
 * How to take a change back: restore what was deleted, unpack orders, publish the settings that
 * were there before, or patch the fields that products had.
 */
type Undo =
  | { readonly deletedId: string }
  | { readonly packedIds: readonly string[] }
  | { readonly section: SettingsSection; readonly version: number; readonly restored: number }
  | { readonly patches: PatchProductsRequest['products'] };

const undoRequested = createAction<Undo>('admin/undoRequested');

// biome-ignore lint/suspicious/noExplicitAny: the store's types belong to the app
async function undo({ payload }: { payload: Undo }, { dispatch }: ListenerEffectAPI<unknown, any>) {
  try {
    if ('deletedId' in payload) await dispatch(adminApi.endpoints.restoreDeleted.initiate(payload)).unwrap();
    else if ('section' in payload)
      await dispatch(
        settingsAdminApi.endpoints.changeSettings.initiate({ ...payload, action: 'restore' }),
      ).unwrap();
    else if ('packedIds' in payload) {
      for (const orderId of payload.packedIds)
        await dispatch(
          orderAdminApi.endpoints.updateOrder.initiate({
            orderId,
            status: 'paid',
            reason: 'Packed by mistake',
          }),
        ).unwrap();
    } else {
      for (let at = 0; at < payload.patches.length; at += PATCH_PRODUCTS_MAX) {
        const products = payload.patches.slice(at, at + PATCH_PRODUCTS_MAX);
        await dispatch(adminApi.endpoints.patchProducts.initiate({ products })).unwrap();
      }
    }
    dispatch(toastShown({ text: 'Undone.' }));
  } catch (cause) {
    dispatch(toastShown({ text: `Not undone: ${errorMessage(cause)}`, tone: 'error' }));
  }
}

/** Returns a function that shows a toast with an Undo button. */
export function useUndoToast(): (text: string, undo: Undo) => void {
  const dispatch = useDispatch();
  return (text, request) => {
    // An equal listener is added once.
    dispatch(addListener({ actionCreator: undoRequested, effect: undo }));
    dispatch(toastShown({ text, button: { label: 'Undo', action: undoRequested(request) } }));
  };
}
