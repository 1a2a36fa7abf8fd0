// Owns how a use case says no: a canonical code and a sentence that a shopper understands.
import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/https';

/** An error to throw from a use case; nothing has been written when it is thrown. */
export function httpsError(code: FunctionsErrorCode, message: string, details?: object): HttpsError {
  return new HttpsError(code, message, details);
}

/** For a rate limit that is used up. */
export function resourceExhausted(retryAfterSeconds: number): HttpsError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return httpsError(
    'resource-exhausted',
    `That was too often. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds },
  );
}
