// Owns the answer to who caused a change.

/** Who caused a change: an API request, or (null) the hosted page or a timer. */
export interface EventRequest {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** A change nobody asked for over the API. */
export const NO_REQUEST: EventRequest = { requestId: null, idempotencyKey: null };
