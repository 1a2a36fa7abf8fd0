// Undo of staff's actions. The toast outlives its page, so its button dispatches an action, with a
// listener that is added together with it: other pages of the shop do not load this file.
import {
  type ActionCreatorWithPayload,
  addListener,
  createAction,
  type ListenerEffectAPI,
} from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage } from './admin-endpoints.ts';

// biome-ignore lint/suspicious/noExplicitAny: the store's types belong to the app
type EffectApi = ListenerEffectAPI<unknown, any>;

/** A kind of change that can be undone. */
export interface Undo<Payload> {
  readonly requested: ActionCreatorWithPayload<Payload>;
  readonly effect: (action: { payload: Payload }, api: EffectApi) => Promise<void>;
}

/**
 * Defines an undo, once for a module. `takeBack` rejects when the change cannot be taken back; a
 * toast says what came of it.
 * @param name of its action; unique
 */
export function defineUndo<Payload>(
  name: string,
  takeBack: (payload: Payload, dispatch: EffectApi['dispatch']) => Promise<unknown>,
): Undo<Payload> {
  return {
    requested: createAction<Payload>(`admin/undo/${name}`) as ActionCreatorWithPayload<Payload>,
    async effect({ payload }, { dispatch }) {
      try {
        await takeBack(payload, dispatch);
        dispatch(toastShown({ text: 'Undone.' }));
      } catch (cause) {
        dispatch(toastShown({ text: `Not undone: ${errorMessage(cause)}`, tone: 'error' }));
      }
    },
  };
}

/** Returns a function that shows a toast with an Undo button. */
export function useUndoToast<Payload>({ requested, effect }: Undo<Payload>) {
  const dispatch = useDispatch();
  return (text: string, payload: Payload): void => {
    // Adding an equal listener twice has no effect.
    dispatch(addListener({ actionCreator: requested, effect }));
    dispatch(toastShown({ text, button: { label: 'Undo', action: requested(payload) } }));
  };
}
