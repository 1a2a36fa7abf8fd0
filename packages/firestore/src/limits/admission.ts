// Decides whether a commit is delayed or fails, by the model in production-limits.ts.

import type { Micros } from '../core/commit-time.ts';
import { parentPath } from '../core/resource-name.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { MODEL, PRODUCTION_LIMITS, WINDOW_SECONDS } from './production-limits.ts';
import type { Traffic } from './traffic.ts';

/** Tokens. Negative ones are promised to waiting operations. */
interface Bucket {
  tokens: number;
  at: Micros;
}

type QueueName = keyof typeof MODEL.longestWaitMs;

interface Demand {
  readonly queue: QueueName;
  readonly key: string;
  readonly perSecond: number;
  readonly count: number;
}

/**
 * Full buckets are removed when there are this many, or twice the number that remained last time.
 */
const MAX_BUCKETS = 50_000;

/** The token buckets of one database. */
export class Admission {
  readonly #clock: () => Micros;
  readonly #traffic: Traffic;
  readonly #buckets = new Map<string, Bucket>();
  #forgetAt = MAX_BUCKETS;

  constructor(clock: () => Micros, traffic: Traffic) {
    this.#clock = clock;
    this.#traffic = traffic;
  }

  /**
   * Takes the tokens of a commit that writes the documents at `paths`. Returns the milliseconds
   * after which production would have committed it. Throws ABORTED or RESOURCE_EXHAUSTED without
   * taking any; the traffic counts that.
   */
  admit(paths: readonly string[]): number {
    if (paths.length === 0) return 0;
    const now = this.#clock();
    const demands = this.#demandsOf(paths, now);
    let waitMs = 0;
    for (const demand of demands) {
      const { tokens } = this.#refill(demand, now);
      const missing = demand.count - tokens;
      const ownWaitMs = missing <= 0 ? 0 : (missing / demand.perSecond) * 1000;
      if (ownWaitMs > MODEL.longestWaitMs[demand.queue]) {
        const { queue, key, count, perSecond } = demand;
        this.#traffic.refused(queue, key.replace(/\/$/, ''), count, perSecond, now);
        throw refusal(demand);
      }
      waitMs = Math.max(waitMs, ownWaitMs);
    }
    for (const { key, count } of demands) (this.#buckets.get(key) as Bucket).tokens -= count;
    return MODEL.commitMs + waitMs;
  }

  #demandsOf(paths: readonly string[], now: Micros): Demand[] {
    const collections = new Map<string, number>();
    for (const path of paths) {
      const collection = parentPath(path);
      collections.set(collection, (collections.get(collection) ?? 0) + 1);
    }
    const demands = paths.map((path): Demand => {
      const { perSecond } = PRODUCTION_LIMITS['document-writes'];
      return { queue: 'document-writes', key: path, perSecond, count: 1 };
    });
    for (const [collection, count] of collections) {
      const perSecond = this.#traffic.allowedOperations(collection, now);
      demands.push({ queue: 'key-range', key: `${collection}/`, perSecond, count });
      for (const field of this.#traffic.sequentialFields(collection)) {
        const limit = PRODUCTION_LIMITS['sequential-field'];
        demands.push({
          queue: 'sequential-field',
          key: `${collection}.${field}`,
          perSecond: limit.perSecond,
          count,
        });
      }
    }
    return demands;
  }

  #refill({ key, perSecond }: Demand, now: Micros): Bucket {
    const size = perSecond * WINDOW_SECONDS;
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#forgetAt) this.#forgetFull(now);
      const full = { tokens: size, at: now };
      this.#buckets.set(key, full);
      return full;
    }
    bucket.tokens = Math.min(size, bucket.tokens + ((now - bucket.at) / 1e6) * perSecond);
    bucket.at = now;
    return bucket;
  }

  /** A bucket that has been unused for a window plus its longest wait is full. */
  #forgetFull(now: Micros): void {
    const since = now - (WINDOW_SECONDS * 1000 + Math.max(...Object.values(MODEL.longestWaitMs))) * 1000;
    for (const [key, { at }] of this.#buckets) if (at < since) this.#buckets.delete(key);
    // Otherwise each document during a rush would iterate over all buckets.
    this.#forgetAt = Math.max(MAX_BUCKETS, 2 * this.#buckets.size);
  }
}

/** The error messages of production. */
function refusal({ queue, key }: Demand): RpcError {
  if (queue === 'key-range') {
    return new RpcError(
      StatusCode.RESOURCE_EXHAUSTED,
      `This database has exceeded the ramp up limit for writes, please retry with exponential backoff. (${key})`,
    );
  }
  return new RpcError(
    StatusCode.ABORTED,
    `Too much contention on these documents. Please try again. (${key})`,
  );
}
