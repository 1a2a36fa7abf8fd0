/** The API request that caused an event (`event.request`). Null for the hosted page and timers. */
export interface EventRequest {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** The cause of an event that was not caused by an API request. */
export const NO_REQUEST: EventRequest = { requestId: null, idempotencyKey: null };
