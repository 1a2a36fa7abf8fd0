import { invalidApiKey, missingApiKey } from '../core/stripe-error.ts';

/**
 * Reads the API key from an Authorization header: a bearer token, or the user name of basic
 * authentication.
 * @param acceptedKey the only accepted key; null accepts every secret or restricted test mode key
 * @throws StripeError 401 when the key is missing or not accepted
 * @see https://docs.stripe.com/api/authentication
 */
export function authenticate(authorization: string | undefined, acceptedKey: string | null): string {
  const key = readKey(authorization ?? '');
  if (key === '') throw missingApiKey();
  const isAccepted = acceptedKey === null ? /^(sk|rk)_test_\S+$/.test(key) : key === acceptedKey;
  if (!isAccepted) throw invalidApiKey(key);
  return key;
}

function readKey(authorization: string): string {
  const credentials = /^Basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (credentials === undefined) return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '';
}
