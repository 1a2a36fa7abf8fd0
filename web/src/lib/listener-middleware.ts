// The store's listener middleware, in two parts. Listeners that are registered at start-up run as in Redux Toolkit. The
// others load after the first paint: until they attach (deferred-listener-middleware.ts), actions are buffered for them.
import { createListenerMiddleware, type Middleware, type MiddlewareAPI } from '@reduxjs/toolkit';

/** Type of the action that attaches the deferred middleware; its payload is an AttachDeferredMiddleware. */
export const DEFERRED_MIDDLEWARE_ATTACHED = 'listener/deferredMiddlewareAttached';

/** The buffer's bound, for the case that the deferred middleware never loads, such as without a network. */
const BUFFERED_ACTIONS_MAX = 500;

/** A dispatched action with the state before and after it. */
type BufferedAction = readonly [action: unknown, before: unknown, after: unknown];
type NextDispatch = (action: unknown) => unknown;
/** Handles the buffered actions, oldest first, and returns the dispatch for all later ones. */
export type AttachDeferredMiddleware = (
  api: MiddlewareAPI,
  next: NextDispatch,
  buffered: readonly BufferedAction[],
) => NextDispatch;

/** A new listener middleware that buffers actions until a deferred one attaches. One per store. */
export function createShopListenerMiddleware() {
  const { middleware: listenerMiddleware, startListening } = createListenerMiddleware();
  const middleware: Middleware = (api) => (next) => {
    const buffered: BufferedAction[] = [];
    let dispatch: NextDispatch = (action) => {
      const { type, payload } = action as { type: string; payload: AttachDeferredMiddleware };
      if (type === DEFERRED_MIDDLEWARE_ATTACHED) {
        dispatch = payload(api, next, buffered);
        return;
      }
      const before = api.getState();
      const result = next(action);
      if (buffered.length < BUFFERED_ACTIONS_MAX) buffered.push([action, before, api.getState()]);
      return result;
    };
    return listenerMiddleware(api as never)((action) => dispatch(action));
  };
  return { middleware, startListening };
}

/** What a feature's `listenTo…` function takes to register its listeners. */
export type StartListening = ReturnType<typeof createShopListenerMiddleware>['startListening'];
