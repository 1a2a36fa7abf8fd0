import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { sendError } from './responses.ts';

/** An emulator that the page reaches through Studio. */
export interface ProxyTarget {
  /** For messages: "Firestore". */
  readonly label: string;
  readonly url: string;
  /** Credentials that the page must not have. */
  readonly headers: Readonly<Record<string, string>>;
  /** Additional headers to forward: those with which the page acts as another user. */
  readonly passes?: readonly string[];
  /**
   * Returns whether a request only reads. The page polls, so its reads are not recorded as traces,
   * unless the page began one.
   */
  readonly isRead?: (method: string, path: string) => boolean;
}

/** The forwarded headers. Cookies, Origin and Studio's own token are not forwarded. */
const REQUEST_HEADERS = ['content-type', 'content-length', 'accept', 'traceparent'];
const RESPONSE_HEADERS = ['content-type', 'content-length', 'cache-control', 'etag'];

/**
 * The header that asks a server not to record a request
 * (https://www.w3.org/TR/trace-context/#sampled-flag).
 */
function unsampledTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}

/**
 * Forwards a request to a server of the stack, with `path` (including the query) below its URL, and
 * streams the response back. If the server does not respond, sends 502 with its name.
 */
export function proxy(
  request: IncomingMessage,
  response: ServerResponse,
  target: ProxyTarget,
  path: string,
): void {
  const base = new URL(target.url);
  const headers: Record<string, string> = { ...target.headers };
  for (const name of [...REQUEST_HEADERS, ...(target.passes ?? [])]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (target.isRead?.(request.method ?? '', path)) headers.traceparent ??= unsampledTraceparent();
  const forwarded = send(
    {
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: request.method,
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      headers,
    },
    (received) => {
      response.writeHead(received.statusCode ?? 502, {
        ...Object.fromEntries(
          RESPONSE_HEADERS.flatMap((name) => {
            const value = received.headers[name];
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        // A document's text must not be rendered as a page of this origin.
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      // A stream may not have any data yet.
      response.flushHeaders();
      received.pipe(response);
      received.on('error', () => response.destroy());
    },
  );
  forwarded.on('error', () => sendError(response, 502, `${target.label} does not respond at ${target.url}.`));
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}
