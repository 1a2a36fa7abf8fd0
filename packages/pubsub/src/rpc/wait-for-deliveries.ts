import type { Clock } from '@savepoint/server/core/clock';
import type { Subscription } from '../broker/subscription.ts';
import type { Delivery, PullOptions } from '../subscription/subscription-state.ts';

/** How long a pull waits for a message before it returns none. */
const MAX_WAIT_MS = 20_000;

/**
 * Pulls as soon as a message is available. Resolves to no messages when the call is canceled, or
 * after 20 seconds of the clock. Rejects if the subscription is deleted or detached meanwhile.
 */
export function waitForDeliveries(
  subscription: Subscription,
  options: PullOptions,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Delivery[]> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.cancel();
      unsubscribe();
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      stop();
      resolve([]);
    };
    const pull = (): void => {
      const deliveries = subscription.pull(options);
      if (deliveries.length === 0 && subscription.closedBy === undefined) return;
      stop();
      if (subscription.closedBy === undefined) resolve(deliveries);
      else reject(subscription.closedBy);
    };
    const timer = clock.setTimer(clock.nowMs() + MAX_WAIT_MS, giveUp);
    const unsubscribe = subscription.onChange(pull);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
    pull();
  });
}
