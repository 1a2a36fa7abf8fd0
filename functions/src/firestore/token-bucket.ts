// Owns rate limits: a bucket of tokens per person and purpose in rateLimits/{purpose}:{person}, refilled evenly over
// time. Kept in Firestore because instances come and go and share no memory.
import type { Ledger, LedgerTransaction } from './ledger.ts';

export interface Limit {
  readonly purpose: string;
  /** Calls that may come at once. */
  readonly burst: number;
  /** Calls per hour in the long run. */
  readonly perHour: number;
}

export interface Bucket {
  readonly tokens: number;
  readonly at: Date;
  /** For a time-to-live policy: a bucket that is full again says nothing. */
  readonly expireAt: Date;
}

const HOUR_MS = 3_600_000;
const HAIR = 1e-6;

export type Taken = { readonly bucket: Bucket } | { readonly retryAfterSeconds: number };

/** One token less, or how long until the next. A worked example: burst 2, 60 an hour: calls at 0 s and 0 s pass, at 0 s is refused for 60 s. */
export function takeToken(bucket: Bucket | null, limit: Limit, now: Date): Taken {
  const perMs = limit.perHour / HOUR_MS;
  const idle = bucket === null ? 0 : Math.max(0, now.getTime() - bucket.at.getTime());
  const tokens = bucket === null ? limit.burst : Math.min(limit.burst, bucket.tokens + idle * perMs);
  // Sums of fractions fall a hair short of whole tokens.
  if (tokens < 1 - HAIR) return { retryAfterSeconds: Math.ceil((1 - tokens) / perMs / 1000 - HAIR) };
  const left = Math.max(0, tokens - 1);
  return {
    bucket: { tokens: left, at: now, expireAt: new Date(now.getTime() + (limit.burst - left) / perMs) },
  };
}

export function bucketPath(limit: Limit, person: string): string {
  return `rateLimits/${limit.purpose}:${encodeURIComponent(person)}`;
}

/**
 * Judges a bucket that a transaction has read at `bucketPath`; `spend` writes it back once the caller's own reads are done.
 */
export function judgeLimit(
  bucket: Bucket | null,
  limit: Limit,
  person: string,
  now: Date,
): { readonly retryAfterSeconds?: number; spend(transaction: LedgerTransaction): void } {
  const taken = takeToken(bucket, limit, now);
  if ('retryAfterSeconds' in taken) return { ...taken, spend: () => undefined };
  return { spend: (transaction) => transaction.set(bucketPath(limit, person), taken.bucket) };
}

/** Takes a token in a transaction of its own; answers the seconds to wait when there is none. */
export function spendToken(
  ledger: Ledger,
  limit: Limit,
  person: string,
  now: Date,
): Promise<number | undefined> {
  return ledger.transact(async (transaction) => {
    const bucket = await transaction.get<Bucket>(bucketPath(limit, person));
    const token = judgeLimit(bucket, limit, person, now);
    token.spend(transaction);
    return token.retryAfterSeconds;
  });
}
