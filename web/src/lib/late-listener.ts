// Owns effects that are registered after the store has begun to work: what was dispatched before them is told to them
// as if they had been there, with the state of that time. Knows no feature.
import { createListenerMiddleware, isAction } from '@reduxjs/toolkit';
import { type AttachLate, LATE_ATTACHED, type StartListening } from './listener.ts';

/** Effects to register with `startListening`; dispatch `attached()` when all of them are. */
export function createLateListener() {
  const { middleware, startListening } = createListenerMiddleware();

  const attach: AttachLate = (api, next, missed) => {
    // What effects dispatch while they catch up is added to the end of `missed` and so is heard too.
    for (const [action, before, after] of missed) {
      if (!isAction(action)) continue;
      let then: { readonly state: unknown } | undefined = { state: before };
      // What an effect reads later, when something it waited for has come, is the state of that time.
      const getState = () => (then === undefined ? api.getState() : then.state);
      middleware({ ...api, getState } as never)(() => {
        then = { state: after };
      })(action);
      then = undefined;
    }
    return middleware(api as never)(next);
  };

  const attached = () => ({ type: LATE_ATTACHED, payload: attach });
  return { startListening: startListening as StartListening, attached };
}
