import { createListenerMiddleware, isAction } from '@reduxjs/toolkit';
import {
  type AttachDeferredMiddleware,
  DEFERRED_MIDDLEWARE_ATTACHED,
  type StartListening,
} from './listener-middleware.ts';

/**
 * A listener middleware for a store that is running already. Register listeners with `startListening`, then dispatch
 * `attached()`: they run on the actions buffered since start-up, each with the state of its time, and on all later ones.
 */
export function createDeferredListenerMiddleware() {
  const { middleware, startListening } = createListenerMiddleware();

  const attach: AttachDeferredMiddleware = (api, next, buffered) => {
    // What listeners dispatch meanwhile is appended to `buffered`, and so is handled as well.
    for (const [action, before, after] of buffered) {
      if (!isAction(action)) continue;
      let stateThen: { readonly state: unknown } | undefined = { state: before };
      // After an `await` an effect reads the current state.
      const getState = () => (stateThen === undefined ? api.getState() : stateThen.state);
      middleware({ ...api, getState } as never)(() => {
        stateThen = { state: after };
      })(action);
      stateThen = undefined;
    }
    return middleware(api as never)(next);
  };

  const attached = () => ({ type: DEFERRED_MIDDLEWARE_ATTACHED, payload: attach });
  return { startListening: startListening as StartListening, attached };
}
