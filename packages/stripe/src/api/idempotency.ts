import { createHash } from 'node:crypto';
import type { Clock } from '@savepoint/server/core/clock';
import type { Parameters, ParameterValue } from '../core/form-body.ts';
import { idempotencyInUse, idempotencyMismatch, invalidParameter } from '../core/stripe-error.ts';
import type { IdempotentResponse } from '../state/resources.ts';
import type { Store } from '../state/store.ts';

const MAX_KEY_LENGTH = 255;
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * The result of acquiring a key: a stored response to replay, or a lock whose holder must call
 * `store` or `release` once.
 */
type IdempotencyLock =
  | { readonly replay: IdempotentResponse }
  | {
      readonly replay: null;
      /** Stores the response for the key, for 24 hours. */
      store(response: { requestId: string; status: number; body: string }): void;
      /** Releases the key without a response, because the request was not executed. */
      release(): void;
    };

/**
 * The idempotency keys of an account: a POST request sent twice with the same key is executed only
 * once.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export class Idempotency {
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #inUse = new Set<string>();

  constructor(clock: Clock, store: Store) {
    this.#clock = clock;
    this.#store = store;
  }

  /**
   * Acquires a key for a request to an endpoint with parameters.
   * @throws StripeError 400 when the key was used with another endpoint or other parameters, 409
   *   while another request holds it
   */
  acquire(apiKey: string, key: string, endpoint: string, parameters: Parameters): IdempotencyLock {
    if (key.length > MAX_KEY_LENGTH) {
      throw invalidParameter(
        'Idempotency-Key',
        `Idempotency keys may be at most ${MAX_KEY_LENGTH} characters long, but yours has ${key.length}.`,
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
      store: (response) => {
        this.#inUse.delete(id);
        this.#store.idempotentResponses.set(id, {
          key,
          endpoint,
          fingerprint,
          storedMs: this.#clock.nowMs(),
          ...response,
        });
      },
      release: () => this.#inUse.delete(id),
    };
  }

  #find(id: string): IdempotentResponse | null {
    const stored = this.#store.idempotentResponses.get(id);
    if (stored === undefined) return null;
    if (this.#clock.nowMs() - stored.storedMs < KEY_LIFETIME_MS) return stored;
    this.#store.idempotentResponses.delete(id);
    return null;
  }
}

/** A hash of parameters that does not depend on their order. */
function requestFingerprint(parameters: Parameters): string {
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
