import { createHmac } from 'node:crypto';

/**
 * The Stripe-Signature header: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` with one v1 per
 * secret. There are two while a secret is being rolled.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function signatureHeader(body: string, secrets: readonly string[], timestampSeconds: number): string {
  const signatures = secrets.map((secret) => `v1=${signatureOf(body, secret, timestampSeconds)}`);
  return [`t=${timestampSeconds}`, ...signatures].join(',');
}

function signatureOf(body: string, secret: string, timestampSeconds: number): string {
  return createHmac('sha256', secret).update(`${timestampSeconds}.${body}`, 'utf8').digest('hex');
}
