import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/https';

/**
 * The error with which a use case rejects a request. Shoppers see `message`. Nothing has been
 * written when it is thrown.
 */
export function httpsError(code: FunctionsErrorCode, message: string, details?: object): HttpsError {
  return new HttpsError(code, message, details);
}

/**
 * The error of an exhausted rate limit; `details.retryAfterSeconds` says when the next call is
 * allowed.
 */
export function resourceExhausted(retryAfterSeconds: number): HttpsError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return httpsError(
    'resource-exhausted',
    `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  );
}
