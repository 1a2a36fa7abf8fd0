// Owns the recording of events in the API's envelope. Tells its listener of each one; knows nothing of delivery.

import type { Clock } from '@savepoint/emulator-shared/core/clock';
import type { IdGenerator } from '../core/ids.ts';
import type { EventRequest } from './event-request.ts';
import type { StripeEvent } from './resources.ts';
import type { Store } from './store.ts';

/** The version that events are written in: the one the SDK we are tested with pins. */
export const API_VERSION = '2026-10-28.endive';

/** Keeps events and passes each on. */
export class EventLog {
  readonly #clock: Clock;
  readonly #ids: IdGenerator;
  readonly #store: Store;
  #listener: (event: StripeEvent) => void = () => {};

  constructor(clock: Clock, ids: IdGenerator, store: Store) {
    this.#clock = clock;
    this.#ids = ids;
    this.#store = store;
  }

  /** Sets who hears of events. There is one: the delivery queue. */
  listen(listener: (event: StripeEvent) => void): void {
    this.#listener = listener;
  }

  /** Records that something happened to `object`, which is copied as it is now. */
  record(
    type: string,
    object: object,
    request: EventRequest,
    previous?: Record<string, unknown>,
  ): StripeEvent {
    const event: StripeEvent = {
      id: this.#ids.generate('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.#clock.nowSeconds(),
      data: {
        object: structuredClone(object),
        ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
      },
      livemode: false,
      pending_webhooks: 0,
      request: { id: request.requestId, idempotency_key: request.idempotencyKey },
      type,
    };
    this.#store.events.set(event.id, event);
    this.#listener(event);
    return event;
  }
}
