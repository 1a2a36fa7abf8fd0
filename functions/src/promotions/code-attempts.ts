// A code that does not exist costs a token, wherever it is tried: codes cannot be guessed by
// trying.
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { bucketPath, callerSubjects, type TokenBucket, takeToken } from '../firestore/token-bucket.ts';

const LIMITS = {
  account: { purpose: 'promotionCode', burst: 10, perHour: 30 },
  // Many people may share a network.
  network: { purpose: 'promotionCodeNetwork', burst: 30, perHour: 120 },
};

interface Caller {
  readonly uid: string | undefined;
  readonly network: string | undefined;
}

/** The paths of the buckets of whoever tries a code. */
export function attemptPaths(caller: Caller): string[] {
  return callerSubjects(caller, LIMITS).map(([limit, subject]) => bucketPath(limit, subject));
}

/**
 * One more wrong attempt of a caller whose buckets, in the order of `attemptPaths`, have been read:
 * the seconds to wait when there were too many, which also holds for a code that exists, or the
 * function that writes it.
 */
export function takeAttempt(
  caller: Caller,
  buckets: readonly (TokenBucket | null)[],
  now: Date,
): { readonly retryAfterSeconds: number } | { readonly write: (transaction: DocumentTransaction) => void } {
  const results = callerSubjects(caller, LIMITS).map(([limit, subject], index) => ({
    path: bucketPath(limit, subject),
    result: takeToken(buckets[index] ?? null, limit, now),
  }));
  const waits = results.flatMap(({ result }) =>
    'retryAfterSeconds' in result ? result.retryAfterSeconds : [],
  );
  if (waits.length > 0) return { retryAfterSeconds: Math.max(...waits) };
  return {
    write: (transaction) => {
      for (const { path, result } of results) if ('bucket' in result) transaction.set(path, result.bucket);
    },
  };
}
