// Studio may do everything in the stack. Its API therefore requires a token that only its own page
// contains.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A page of another origin could send this only after a preflight, which Studio rejects. */
export const TOKEN_HEADER = 'x-studio-token';

export function hasToken(headers: IncomingHttpHeaders, token: string): boolean {
  const sent = Buffer.from(String(headers[TOKEN_HEADER] ?? ''));
  const expected = Buffer.from(token);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
