// Any web page that the developer opens can send requests to Studio's port, and Studio may do everything in the stack. Three conditions keep
// other pages out: the Host header (DNS rebinding), the origin, and for the API a token that only Studio's own page contains.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The header of the API's token. A page of another origin could not even send it without a preflight, which Studio rejects. */
const TOKEN_HEADER = 'x-studio-token';

/** Names by which a browser on this machine reaches a server that listens on loopback. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** A reason to reject a request. */
export interface Rejection {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Why a request is rejected, or undefined. `pathname` is the one that the request is handled by; `port` is the one that Studio listens on. Pages of other ports of this machine are other origins, too.
 */
export function findRejection(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  pathname: string,
  port: number,
  token: string,
): Rejection | undefined {
  const hosts = LOOPBACK_NAMES.map((name) => `${name}:${port}`);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    return { status: 403, reason: `The Host header must be one of ${hosts.join(', ')}.` };
  }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) {
    return { status: 403, reason: 'The request comes from a page of another origin.' };
  }
  const isApi = pathname.startsWith('/api/');
  if (!isFromThisOrigin(headers) && (isApi || !isNavigation(headers))) {
    return { status: 403, reason: 'The request comes from a page of another origin (Sec-Fetch-Site).' };
  }
  if (!isApi) {
    return method === 'GET' || method === 'HEAD'
      ? undefined
      : { status: 403, reason: 'Only the API accepts other methods than GET.' };
  }
  return hasToken(headers, token)
    ? undefined
    : { status: 401, reason: `The header ${TOKEN_HEADER} lacks the token of this Studio. Reload the page.` };
}

/** Browsers send Sec-Fetch-Site with every request to loopback; other programs send none. */
function isFromThisOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** A link or an address that opens Studio in a tab. A frame is no tab: there a page could make someone click. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function hasToken(headers: IncomingHttpHeaders, token: string): boolean {
  const sent = Buffer.from(String(headers[TOKEN_HEADER] ?? ''));
  const expected = Buffer.from(token);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
