import type { EventRequest } from '@savepoint/server/http/trigger-delivery';

/** An event in the form in which it was sent to a trigger. */
export interface SentEvent {
  /** Events for several triggers have the same id. */
  readonly id: string;
  /** The key of the trigger, such as `us-central1-onReview-0`. */
  readonly trigger: string;
  readonly projectId: string;
  readonly databaseId: string;
  /** Path below /documents. */
  readonly path: string;
  readonly change: 'create' | 'update' | 'delete';
  /** The commit time in RFC 3339 format. */
  readonly time: string;
  readonly request: EventRequest;
}

const MAX_EVENTS = 200;
const MAX_BODY_CHARACTERS = 8_000_000;

/**
 * The last sent events, kept for sending them again: at most 200, and at most 8 million characters.
 */
export class SentEvents {
  readonly #events = new Map<string, SentEvent>();
  #characters = 0;

  add(event: SentEvent): void {
    this.#events.set(event.id, event);
    this.#characters += event.request.body.length;
    for (const [id, { request }] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && this.#characters <= MAX_BODY_CHARACTERS) return;
      this.#events.delete(id);
      this.#characters -= request.body.length;
    }
  }

  get(id: string): SentEvent | undefined {
    return this.#events.get(id);
  }

  /** Newest first. */
  list(): SentEvent[] {
    return [...this.#events.values()].reverse();
  }
}
