// Owns the promise that a POST sent twice with one key happens once: whose turn it is, what is stored, what is
// replayed. Knows nothing of what the requests do.

import { createHash } from 'node:crypto';
import type { Clock } from '@savepoint/emulator-shared/core/clock';
import type { Parameters, ParameterValue } from '../core/form-body.ts';
import { idempotencyInUse, idempotencyMismatch, invalidParameter } from '../core/stripe-error.ts';
import type { IdempotentResponse } from '../state/resources.ts';
import type { Store } from '../state/store.ts';

const LONGEST_KEY = 255;
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** The outcome of asking for a key: replay this, or go ahead and then call exactly one of the two. */
export type IdempotencyLock =
  | { readonly replay: IdempotentResponse }
  | {
      readonly replay: null;
      /** Keeps the answer for the key. */
      store(answer: { requestId: string; status: number; body: string }): void;
      /** Gives the key back unused: the request never began. */
      release(): void;
    };

/** Keeps the keys of one account. */
export class Idempotency {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #inUse = new Set<string>();

  constructor(clock: Clock, store: Store) {
    this.#clock = clock;
    this.#store = store;
  }

  /**
   * Takes the key for a request, which is named by its endpoint and its parameters.
   * @throws StripeError 400 when the key was used for something else, 409 while another request holds it
   */
  acquire(apiKey: string, key: string, endpoint: string, parameters: Parameters): IdempotencyLock {
    if (key.length > LONGEST_KEY) {
      throw invalidParameter(
        'Idempotency-Key',
        `Idempotency keys may be at most ${LONGEST_KEY} characters long, but yours has ${key.length}.`,
      );
    }
    const id = `${apiKey}\n${key}`;
    const fingerprint = requestFingerprint(parameters);
    const stored = this.#find(id);
    if (stored !== null) {
      if (stored.endpoint !== endpoint) throw idempotencyMismatch(key, 'endpoint', stored.endpoint);
      if (stored.fingerprint !== fingerprint) throw idempotencyMismatch(key, 'parameters', stored.endpoint);
      return { replay: stored };
    }
    if (this.#inUse.has(id)) throw idempotencyInUse(key);
    this.#inUse.add(id);
    return {
      replay: null,
      store: (answer) => {
        this.#inUse.delete(id);
        this.#store.idempotentResponses.set(id, {
          key,
          endpoint,
          fingerprint,
          storedMs: this.#clock.nowMs(),
          ...answer,
        });
      },
      release: () => this.#inUse.delete(id),
    };
  }

  #find(id: string): IdempotentResponse | null {
    const stored = this.#store.idempotentResponses.get(id);
    if (stored === undefined) return null;
    if (this.#clock.nowMs() - stored.storedMs < KEPT_FOR_MS) return stored;
    this.#store.idempotentResponses.delete(id);
    return null;
  }
}

/** The same for the same parameters in any order. */
export function requestFingerprint(parameters: Parameters): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex');
}

function sorted(value: ParameterValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name] ?? '')]);
}
