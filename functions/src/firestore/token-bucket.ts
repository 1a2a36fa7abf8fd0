// Owns rate limits: a bucket of tokens per person and purpose in rateLimits/{purpose}:{person}, refilled evenly over
// time. Kept in Firestore because instances come and go and share no memory.
import type { DocumentStore, DocumentTransaction } from './document-store.ts';

export interface RateLimit {
  readonly purpose: string;
  /** Calls that may come at once. */
  readonly burst: number;
  /** Calls per hour in the long run. */
  readonly perHour: number;
}

export interface TokenBucket {
  readonly tokens: number;
  readonly at: Date;
  /** For a time-to-live policy: a bucket that is full again says nothing. */
  readonly expireAt: Date;
}

const HOUR_MS = 3_600_000;
const EPSILON = 1e-6;

export type TokenResult = { readonly bucket: TokenBucket } | { readonly retryAfterSeconds: number };

/** One token less, or how long until the next. A worked example: burst 2, 60 an hour: calls at 0 s and 0 s pass, at 0 s is refused for 60 s. */
export function takeToken(bucket: TokenBucket | null, limit: RateLimit, now: Date): TokenResult {
  const perMs = limit.perHour / HOUR_MS;
  const idle = bucket === null ? 0 : Math.max(0, now.getTime() - bucket.at.getTime());
  const tokens = bucket === null ? limit.burst : Math.min(limit.burst, bucket.tokens + idle * perMs);
  // Sums of fractions fall a hair short of whole tokens.
  if (tokens < 1 - EPSILON) return { retryAfterSeconds: Math.ceil((1 - tokens) / perMs / 1000 - EPSILON) };
  const left = Math.max(0, tokens - 1);
  return {
    bucket: { tokens: left, at: now, expireAt: new Date(now.getTime() + (limit.burst - left) / perMs) },
  };
}

export function bucketPath(limit: RateLimit, person: string): string {
  return `rateLimits/${limit.purpose}:${encodeURIComponent(person)}`;
}

/**
 * Judges a bucket that a transaction has read at `bucketPath`; `spend` writes it back once the caller's own reads are done.
 */
export function checkRateLimit(
  bucket: TokenBucket | null,
  limit: RateLimit,
  person: string,
  now: Date,
): { readonly retryAfterSeconds?: number; spend(transaction: DocumentTransaction): void } {
  const taken = takeToken(bucket, limit, now);
  if ('retryAfterSeconds' in taken) return { ...taken, spend: () => undefined };
  return { spend: (transaction) => transaction.set(bucketPath(limit, person), taken.bucket) };
}

/** Takes a token in a transaction of its own; answers the seconds to wait when there is none. */
export function consumeToken(
  store: DocumentStore,
  limit: RateLimit,
  person: string,
  now: Date,
): Promise<number | undefined> {
  return store.runTransaction(async (transaction) => {
    const bucket = await transaction.get<TokenBucket>(bucketPath(limit, person));
    const token = checkRateLimit(bucket, limit, person, now);
    token.spend(transaction);
    return token.retryAfterSeconds;
  });
}
