// Owns delivery of document events to the functions emulator: at least once, in order for each document and trigger,
// others in parallel. Knows neither commits nor what an event says.

import { Agent, request } from 'node:http';
import type { EventRequest } from './trigger-event.ts';

const MIN_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 10_000;
/** An event that could not be handed over for this long is given up, with a loud line. */
const MAX_RETRY_DURATION_MS = 600_000;
const MAX_PARALLEL_REQUESTS = 64;
/** The functions emulator answers when the function has run; a second-generation one may take nine minutes. */
const RESPONSE_TIMEOUT_MS = 600_000;

/** One event on its way. */
export interface Delivery {
  /** Path of the functions emulator, e.g. '/functions/projects/P/triggers/us-central1-onReview-0'. */
  readonly path: string;
  /** Deliveries of one lane go one after another. */
  readonly orderingKey: string;
  readonly event: EventRequest;
}

export interface TriggerDeliveryOptions {
  /** host:port of the functions emulator. */
  readonly address: string;
  readonly log: (line: string) => void;
}

/** What the functions emulator made of an event. */
type Outcome = 'taken' | 'refused' | 'retry';

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

  /** Queues an event behind those of its lane. */
  enqueue(delivery: Delivery): void {
    if (this.#isClosed) return;
    const before = this.#queues.get(delivery.orderingKey) ?? Promise.resolve();
    const turn = before.then(() => this.#deliver(delivery));
    this.#queues.set(delivery.orderingKey, turn);
    void turn.then(() => {
      if (this.#queues.get(delivery.orderingKey) === turn) this.#queues.delete(delivery.orderingKey);
    });
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  /** Gives up what has not been delivered. */
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
        this.#log(`trigger: gave up on ${delivery.path} after ${MAX_RETRY_DURATION_MS / 60_000} minutes`);
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
        this.#log(`trigger: POST ${path} is unanswered after ${RESPONSE_TIMEOUT_MS / 60_000} minutes`);
        resolve('refused');
        call.destroy();
      });
      call.end(event.body);
    });
  }

  /** A function that failed has been called: like production without `retry: true`, it is not called again. */
  #classifyResponse(path: string, status: number): Outcome {
    if (status === 429 || status === 503) return 'retry';
    if (status === 404) this.#log(`trigger: the functions emulator knows no ${path}; the event is dropped`);
    else if (status >= 400) this.#log(`trigger: ${path} ended with ${status}`);
    return status < 400 ? 'taken' : 'refused';
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
