// Owns the shape of side effects: each feature exports a function that takes `startListening` and registers what it
// does after an action. Effects that come beside the first page (late-listener.ts) are kept what they missed. Knows no
// feature; state is read through the features' own selectors.
import { createListenerMiddleware, type Middleware, type MiddlewareAPI } from '@reduxjs/toolkit';

/** Type of the action that brings the late effects; its payload is an AttachLate. */
export const LATE_ATTACHED = 'listener/late';

/** If effects never come, such as without a network, this is as much as is kept for them. */
const MISSED_MAX = 500;

/** An action that was dispatched, the state before it and the state after it. */
export type Missed = readonly [action: unknown, before: unknown, after: unknown];
export type Hear = (action: unknown) => unknown;
/** Takes over hearing, with what has been missed until then, oldest first. */
export type AttachLate = (api: MiddlewareAPI, next: Hear, missed: readonly Missed[]) => Hear;

/** A new listener middleware; one per store. */
export function createShopListener() {
  const { middleware: early, startListening } = createListenerMiddleware();
  const middleware: Middleware = (api) => (next) => {
    const missed: Missed[] = [];
    let hear: Hear = (action) => {
      const { type, payload } = action as { type: string; payload: AttachLate };
      if (type === LATE_ATTACHED) {
        hear = payload(api, next, missed);
        return;
      }
      const before = api.getState();
      const result = next(action);
      if (missed.length < MISSED_MAX) missed.push([action, before, api.getState()]);
      return result;
    };
    return early(api as never)((action) => hear(action));
  };
  return { middleware, startListening };
}

export type StartListening = ReturnType<typeof createShopListener>['startListening'];
