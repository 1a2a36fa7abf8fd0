import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from '../core/node-http.ts';
import type { Span } from '../core/tracing.ts';

const MAX_PARALLEL_REQUESTS = 64;
/** Responses contain the reason why a function failed; log lines show only this much of it. */
const MAX_REASON_LENGTH = 200;
/** The maximum timeout of an event function, used if the registration has none. */
const MAX_FUNCTION_TIMEOUT_S = 540;
/**
 * With status 500 and this JSON of a system error, firebase-tools reports a broken connection to a
 * worker.
 */
const BROKEN_CONNECTION = /^\{.*"code":"(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ENOENT)"/;

/** Time limits for delivering an event, in milliseconds. */
export interface DeliveryLimits {
  /** Delay after the first attempt; it doubles after each further one. */
  readonly minRetryDelayMs: number;
  readonly maxRetryDelayMs: number;
  /** An event is abandoned if an attempt fails later than this after the first one. */
  readonly maxRetryDurationMs: number;
  /**
   * The same for an event whose trigger is unknown to the Functions emulator: after a restart, it
   * knows none at first.
   */
  readonly maxUnregisteredMs: number;
  /**
   * Added to the function's timeout, because the Functions emulator may have to start a worker
   * first.
   */
  readonly workerStartTimeoutMs: number;
}

const DEFAULT_LIMITS: DeliveryLimits = {
  minRetryDelayMs: 100,
  maxRetryDelayMs: 10_000,
  maxRetryDurationMs: 600_000,
  maxUnregisteredMs: 60_000,
  workerStartTimeoutMs: 60_000,
};

/** An HTTP request to the Functions emulator. */
export interface EventRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One event for one trigger. */
export interface Delivery {
  /**
   * Path on the Functions emulator, e.g. '/functions/projects/P/triggers/us-central1-onReview-0'.
   */
  readonly path: string;
  /** Deliveries with the same key are sent one after another, in order. */
  readonly orderingKey: string;
  /** Sent unchanged on each attempt, so that functions recognize a repeated event by its id. */
  readonly event: EventRequest;
  /** Names trigger, place and event in log lines. */
  readonly description: string;
  /** If true, a failure of the function is retried. The death of its worker is always retried. */
  readonly retry: boolean;
  /** The function's timeout; the maximum if absent. */
  readonly timeoutSeconds?: number | undefined;
  /** The delivery's span, which ends with it. */
  readonly span?: Span | undefined;
}

interface TriggerDeliveryOptions {
  /** The sender of the events, for the end of a log line. */
  readonly sender: string;
  /** host:port of the Functions emulator. */
  readonly address: string;
  readonly log: (line: string) => void;
  readonly limits?: Partial<DeliveryLimits>;
}

/**
 * - `acknowledged`: the function has finished, or the Functions emulator ignores the event on
 *   purpose.
 * - `failed`: the function has thrown or timed out.
 * - `unregistered`: the Functions emulator does not know the trigger.
 * - `interrupted`: it is unknown whether the function has finished.
 */
type Outcome =
  | { readonly type: 'acknowledged' }
  | { readonly type: 'failed' | 'unregistered' | 'interrupted'; readonly reason: string };

/**
 * Delivers events to the Functions emulator at least once, in order per ordering key, with
 * different keys in parallel. An event is kept until it is acknowledged, even if a worker or the
 * Functions emulator dies. Abandoned events are logged in one line.
 */
export class TriggerDelivery {
  readonly #sender: string;
  readonly #host: string;
  readonly #port: number;
  readonly #log: (line: string) => void;
  readonly #limits: DeliveryLimits;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_PARALLEL_REQUESTS });
  readonly #queues = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #pending = 0;

  constructor({ sender, address, log, limits = {} }: TriggerDeliveryOptions) {
    this.#sender = sender;
    const colon = address.lastIndexOf(':');
    this.#host = address.slice(0, colon).replace(/^\[|\]$/g, '');
    this.#port = Number(address.slice(colon + 1));
    this.#log = log;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Queues an event after earlier ones with the same ordering key. */
  enqueue(delivery: Delivery): void {
    if (this.#isClosed) return;
    this.#pending += 1;
    const before = this.#queues.get(delivery.orderingKey) ?? Promise.resolve();
    const delivered = before.then(() => this.#deliver(delivery));
    this.#queues.set(delivery.orderingKey, delivered);
    void delivered.then(() => {
      this.#pending -= 1;
      if (this.#queues.get(delivery.orderingKey) === delivered) this.#queues.delete(delivery.orderingKey);
    });
  }

  /** Resolves when no delivery is pending. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  /** Drops all pending deliveries. */
  close(): void {
    if (this.#isClosed) return;
    if (this.#pending > 0)
      this.#log(`trigger: ${this.#pending} events abandoned: ${this.#sender} is stopping`);
    this.#closing.abort();
    this.#agent.destroy();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const startedAt = performance.now();
    const { span } = delivery;
    let delayMs = this.#limits.minRetryDelayMs;
    for (let attempts = 1; !this.#isClosed; attempts += 1) {
      const outcome = await this.#attempt(delivery);
      span?.event('attempt', { ...outcome });
      if (outcome.type === 'acknowledged' || this.#isClosed) {
        span?.end();
        return;
      }
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs >= this.#retryDurationOf(delivery, outcome.type)) {
        const count =
          attempts === 1 ? '1 attempt' : `${attempts} attempts in ${Math.ceil(elapsedMs / 1000)} s`;
        this.#log(`trigger: ${delivery.description} abandoned after ${count}: ${outcome.reason}`);
        span?.fail(outcome.reason);
        span?.end();
        return;
      }
      await pause(delayMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, this.#limits.maxRetryDelayMs);
    }
  }

  #retryDurationOf({ retry }: Delivery, type: 'failed' | 'unregistered' | 'interrupted'): number {
    if (type === 'unregistered') return this.#limits.maxUnregisteredMs;
    return type === 'failed' && !retry ? 0 : this.#limits.maxRetryDurationMs;
  }

  #attempt({ path, event, timeoutSeconds = MAX_FUNCTION_TIMEOUT_S }: Delivery): Promise<Outcome> {
    return new Promise((resolve) => {
      const headers = { ...event.headers, 'content-length': Buffer.byteLength(event.body) };
      const interrupt = (reason: string) => resolve({ type: 'interrupted', reason });
      const options = {
        agent: this.#agent,
        host: this.#host,
        port: this.#port,
        signal: this.#closing.signal,
      };
      const call = request({ ...options, path, method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          if (text.length < MAX_REASON_LENGTH) text += chunk;
        });
        response.on('end', () => resolve(classifyResponse(response.statusCode ?? 500, text)));
        response.on('error', (error) => interrupt(`the response broke off (${error.message})`));
      });
      call.on('error', (error: NodeJS.ErrnoException) =>
        interrupt(`the Functions emulator is unreachable (${error.code ?? error.message})`),
      );
      const timeoutMs = timeoutSeconds * 1000 + this.#limits.workerStartTimeoutMs;
      call.setTimeout(timeoutMs, () => {
        interrupt(`the Functions emulator has not responded for ${timeoutMs / 1000} s`);
        call.destroy();
      });
      call.end(event.body);
    });
  }
}

/**
 * 503 means that a worker has died or not started; 429 means that the Functions emulator is
 * overloaded.
 */
function classifyResponse(status: number, text: string): Outcome {
  if (status < 400) return { type: 'acknowledged' };
  const detail = text.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH);
  const response = `status ${status}${detail === '' ? '' : ` (${detail})`}`;
  if (status === 404) return { type: 'unregistered', reason: 'the Functions emulator does not have it' };
  if (status === 429 || status === 503 || (status === 500 && BROKEN_CONNECTION.test(text)))
    return { type: 'interrupted', reason: `the function did not finish, ${response}` };
  return { type: 'failed', reason: `the function failed with ${response}` };
}
