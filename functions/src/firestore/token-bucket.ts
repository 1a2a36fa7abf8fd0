// Rate limits as token buckets in rateLimits/{purpose}:{subject}. They are stored in Firestore
// because function instances share no memory.
import { mailboxOf } from '@savepoint/model/email-address';
import type { DocumentStore } from './document-store.ts';

export interface RateLimit {
  readonly purpose: string;
  /** Capacity of the bucket: calls in a burst. */
  readonly burst: number;
  /** Refill rate: calls per hour in the long run. */
  readonly perHour: number;
}

export interface TokenBucket {
  readonly tokens: number;
  readonly at: Date;
  /** When the bucket is full again, for Firestore's TTL policy. */
  readonly expireAt: Date;
}

const HOUR_MS = 3_600_000;
/** Refills are fractions, and their sums fall slightly short of whole tokens. */
const EPSILON = 1e-6;

type TokenResult = { readonly bucket: TokenBucket } | { readonly retryAfterSeconds: number };

/**
 * Takes a token from a bucket (null is a full one): returns the bucket afterwards, or the seconds
 * until the next token. Example: with a burst of 2 and 60 per hour, two calls at 0 s pass; a third
 * one at 0 s has to wait for 60 s.
 */
export function takeToken(bucket: TokenBucket | null, limit: RateLimit, now: Date): TokenResult {
  const perMs = limit.perHour / HOUR_MS;
  const elapsedMs = bucket === null ? 0 : Math.max(0, now.getTime() - bucket.at.getTime());
  const tokens = bucket === null ? limit.burst : Math.min(limit.burst, bucket.tokens + elapsedMs * perMs);
  if (tokens < 1 - EPSILON) return { retryAfterSeconds: Math.ceil((1 - tokens) / perMs / 1000 - EPSILON) };
  const left = Math.max(0, tokens - 1);
  return {
    bucket: { tokens: left, at: now, expireAt: new Date(now.getTime() + (limit.burst - left) / perMs) },
  };
}

/**
 * Path of a subject's bucket. `subject` is a uid, an email address or a network; all addresses of a
 * mailbox share one.
 */
export function bucketPath(limit: RateLimit, subject: string): string {
  const key = subject.includes('@') ? mailboxOf(subject) : subject;
  return `rateLimits/${limit.purpose}:${encodeURIComponent(key)}`;
}

/** A rate limit and the subject that it limits. */
export type LimitedSubject = readonly [limit: RateLimit, subject: string];

/**
 * Takes a token from the bucket of each subject in its own transaction, or none if one of them is
 * empty. Returns the seconds to wait, or undefined if the call may proceed.
 */
export function consumeTokens(
  store: DocumentStore,
  subjects: readonly LimitedSubject[],
  now: Date,
): Promise<number | undefined> {
  return store.runTransaction(async (transaction) => {
    const paths = subjects.map(([limit, subject]) => bucketPath(limit, subject));
    const buckets = await transaction.getAll<TokenBucket>(paths);
    const results = subjects.map(([limit], index) => takeToken(buckets[index] ?? null, limit, now));
    const waits = results.flatMap((result) =>
      'retryAfterSeconds' in result ? result.retryAfterSeconds : [],
    );
    if (waits.length > 0) return Math.max(...waits);
    results.forEach((result, index) => {
      if ('bucket' in result) transaction.set(paths[index] as string, result.bucket);
    });
    return undefined;
  });
}

/** Takes a token of one subject; see `consumeTokens`. */
export function consumeToken(
  store: DocumentStore,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<number | undefined> {
  return consumeTokens(store, [[limit, subject]], now);
}

/**
 * The subjects of a call that costs the shop something and needs no account: the caller's network,
 * and also the account if there is one, because accounts are free. Visitors without a known network
 * share one bucket; accounts without one have only their own.
 */
export function callerSubjects(
  { uid, network }: { readonly uid: string | undefined; readonly network: string | undefined },
  limits: { readonly account: RateLimit; readonly network: RateLimit },
): LimitedSubject[] {
  return [
    ...(uid === undefined ? [] : [[limits.account, uid] as const]),
    ...(uid !== undefined && network === undefined ? [] : [[limits.network, network ?? 'unknown'] as const]),
  ];
}
