import type { Clock } from '@savepoint/server/core/clock';
import type { IdGenerator } from '../core/ids.ts';
import type { EventRequest } from './event-request.ts';
import type { StripeEvent } from './resources.ts';
import type { Store } from './store.ts';

/**
 * The API version of events, and the default for requests: the one to which this package's SDK is
 * pinned.
 */
export const API_VERSION = '2026-10-28.endive';

/** Stores events and passes each to a listener. */
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

  /** Sets the listener, which is called with every event after it is stored. */
  listen(listener: (event: StripeEvent) => void): void {
    this.#listener = listener;
  }

  /**
   * Stores an event with a copy of the current `object`.
   * @param request the API request that caused it
   * @param previous the former values of changed fields (`data.previous_attributes`)
   */
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
