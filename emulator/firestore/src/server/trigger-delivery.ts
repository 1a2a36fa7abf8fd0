import { Agent, request } from 'node:http';
import type { EventRequest } from './trigger-event.ts';

const MIN_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 10_000;
/** An event that could not be delivered for this long is dropped, with a log line. */
const MAX_RETRY_DURATION_MS = 600_000;
const MAX_PARALLEL_REQUESTS = 64;
/** The functions emulator responds when the function has finished; one of the second generation may take 9 minutes. */
const RESPONSE_TIMEOUT_MS = 600_000;

/** One event for one trigger. */
export interface Delivery {
  /** Path of the functions emulator, e.g. '/functions/projects/P/triggers/us-central1-onReview-0'. */
  readonly path: string;
  /** Deliveries with the same key are sent one after another, in order. */
  readonly orderingKey: string;
  readonly event: EventRequest;
}

interface TriggerDeliveryOptions {
  /** host:port of the functions emulator. */
  readonly address: string;
  readonly log: (line: string) => void;
}

type Outcome = 'delivered' | 'failed' | 'retry';

/**
 * Delivers document events to the functions emulator: at least once, in order per ordering key, with different keys in
 * parallel.
 */
export class TriggerDelivery {
  readonly #host: string;
  readonly #port: number;
  readonly #log: (line: string) => void;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_PARALLEL_REQUESTS });
  readonly #queues = new Map<string, Promise<void>>();
  readonly #retryTimers = new Set<() => void>();
  #isClosed = false;

  constructor({ address, log }: TriggerDeliveryOptions) {
    const colon = address.lastIndexOf(':');
    this.#host = address.slice(0, colon).replace(/^\[|\]$/g, '');
    this.#port = Number(address.slice(colon + 1));
    this.#log = log;
  }

  /** Queues an event after those with the same ordering key. */
  enqueue(delivery: Delivery): void {
    if (this.#isClosed) return;
    const before = this.#queues.get(delivery.orderingKey) ?? Promise.resolve();
    const delivered = before.then(() => this.#deliver(delivery));
    this.#queues.set(delivery.orderingKey, delivered);
    void delivered.then(() => {
      if (this.#queues.get(delivery.orderingKey) === delivered) this.#queues.delete(delivery.orderingKey);
    });
  }

  /** Resolves when no delivery is pending. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  /** Drops all pending deliveries. */
  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
    for (const wake of this.#retryTimers) wake();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const startedAt = Date.now();
    let waitMs = MIN_RETRY_DELAY_MS;
    while (!this.#isClosed) {
      if ((await this.#attempt(delivery)) !== 'retry') return;
      if (Date.now() - startedAt > MAX_RETRY_DURATION_MS) {
        this.#log(
          `trigger: ${delivery.path} was unreachable for ${MAX_RETRY_DURATION_MS / 60_000} minutes; the event is dropped`,
        );
        return;
      }
      await this.#pause(waitMs);
      waitMs = Math.min(waitMs * 2, MAX_RETRY_DELAY_MS);
    }
  }

  #attempt({ path, event }: Delivery): Promise<Outcome> {
    return new Promise((resolve) => {
      const { agent, host, port } = { agent: this.#agent, host: this.#host, port: this.#port };
      const headers = { ...event.headers, 'content-length': Buffer.byteLength(event.body) };
      const call = request({ agent, host, port, path, method: 'POST', headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(this.#classifyResponse(path, response.statusCode ?? 500)));
        response.on('error', () => resolve('retry'));
      });
      call.on('error', () => resolve('retry'));
      call.setTimeout(RESPONSE_TIMEOUT_MS, () => {
        this.#log(`trigger: POST ${path} timed out after ${RESPONSE_TIMEOUT_MS / 60_000} minutes`);
        resolve('failed');
        call.destroy();
      });
      call.end(event.body);
    });
  }

  /** A failed function is not retried, like production without `retry: true`; an overloaded or absent emulator is. */
  #classifyResponse(path: string, status: number): Outcome {
    if (status === 429 || status === 503) return 'retry';
    if (status === 404)
      this.#log(`trigger: ${path} is not registered in the functions emulator; the event is dropped`);
    else if (status >= 400) this.#log(`trigger: ${path} failed with status ${status}`);
    return status < 400 ? 'delivered' : 'failed';
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#retryTimers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      timer.unref();
      this.#retryTimers.add(wake);
    });
  }
}
