import { SOFT_LIMITS } from '../production.ts';
import { aborted, FirestoreError, RESOURCE_EXHAUSTED } from './firestore-error.ts';

interface Bucket {
  /** Negative ones are promised to writes that wait. */
  tokens: number;
  at: number;
  readonly since: number;
}

/** What writes of hot documents and of young collections wait for; times in milliseconds. */
export class SoftLimits {
  readonly #documents = new Map<string, Bucket>();
  readonly #collections = new Map<string, Bucket>();

  /**
   * Takes the tokens of a commit of these documents, and returns how long it has to wait. Throws
   * when that is too long, with nothing taken.
   */
  admit(paths: readonly string[], now: number): number {
    const buckets = [...paths.map((path) => this.#document(path, now))];
    const collections = new Map<Bucket, number>();
    let waitMs = 0;
    for (const { tokens } of buckets) {
      const wait = ((1 - tokens) / SOFT_LIMITS.documentWritesPerSecond) * 1000;
      if (wait > SOFT_LIMITS.longestWaitMs.document) throw aborted('Too much contention on these documents.');
      waitMs = Math.max(waitMs, wait);
    }
    for (const path of paths) {
      const bucket = this.#collection(path.slice(0, path.lastIndexOf('/')), now);
      collections.set(bucket, (collections.get(bucket) ?? 0) + 1);
    }
    for (const [bucket, count] of collections) {
      const wait = ((count - bucket.tokens) / collectionRate(now - bucket.since)) * 1000;
      if (wait > SOFT_LIMITS.longestWaitMs.collection)
        throw new FirestoreError(RESOURCE_EXHAUSTED, 'The traffic of this collection ramps up too fast.');
      waitMs = Math.max(waitMs, wait);
    }
    for (const bucket of buckets) bucket.tokens -= 1;
    for (const [bucket, count] of collections) bucket.tokens -= count;
    return waitMs;
  }

  #document(path: string, now: number): Bucket {
    return refill(this.#documents, path, SOFT_LIMITS.documentWritesPerSecond, now);
  }

  #collection(path: string, now: number): Bucket {
    const since = this.#collections.get(path)?.since ?? now;
    return refill(this.#collections, path, collectionRate(now - since), now);
  }
}

function collectionRate(ageMs: number): number {
  const { growth, everyMs } = SOFT_LIMITS.ramp;
  return SOFT_LIMITS.collectionWritesPerSecond * growth ** Math.floor(ageMs / everyMs);
}

function refill(buckets: Map<string, Bucket>, key: string, perSecond: number, now: number): Bucket {
  const size = perSecond * SOFT_LIMITS.burstSeconds;
  const bucket = buckets.get(key);
  if (bucket === undefined) {
    const full: Bucket = { tokens: size, at: now, since: now };
    buckets.set(key, full);
    return full;
  }
  bucket.tokens = Math.min(size, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  bucket.at = now;
  return bucket;
}
