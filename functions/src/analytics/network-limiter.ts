import { type RateLimit, type TokenBucket, takeToken } from '../firestore/token-bucket.ts';

/** Networks that an instance remembers; the one that called least recently is forgotten first. */
const NETWORKS_MAX = 10_000;

/**
 * A rate limit in the memory of an instance, for calls that must not cost a write. Every instance
 * allows the full limit, so the total is the limit times the number of instances.
 */
export function networkLimiter(limit: RateLimit): (network: string, now: Date) => boolean {
  const buckets = new Map<string, TokenBucket>();
  return (network, now) => {
    const result = takeToken(buckets.get(network) ?? null, limit, now);
    if ('retryAfterSeconds' in result) return false;
    buckets.delete(network);
    buckets.set(network, result.bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > NETWORKS_MAX && oldest !== undefined) buckets.delete(oldest);
    return true;
  };
}
