// An unknown code costs a token, wherever it is tried, so codes cannot be guessed.
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

/** The paths of the buckets of a caller who tries a code. */
export function attemptPaths(caller: Caller): string[] {
  return callerSubjects(caller, LIMITS).map(([limit, subject]) => bucketPath(limit, subject));
}

/**
 * Counts another wrong attempt of a caller with these buckets, in the order of `attemptPaths`.
 * Returns the seconds to wait after too many, which also blocks existing codes, or the function
 * that writes it.
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
