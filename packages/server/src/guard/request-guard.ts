// Decides who may call a server on this machine. Every web page that the developer opens can send
// requests to 127.0.0.1, and most servers here trust all callers. The guard distinguishes the
// developer's own programs and pages from those of other sites:
//
//   Host            a site can make its own name resolve to 127.0.0.1 (DNS rebinding) and then
//                   shares an origin with a server here, but its requests still carry that name.
//                   IP addresses need no DNS, so they are allowed as Host: 10.0.2.2 is this
//                   machine for Android's emulator, 192.168.1.5 for a phone
//   Origin          browsers send it with every WebSocket, form, POST and cross-origin fetch; SDKs
//                   outside browsers, including phones, do not. The page at an IP address may
//                   call servers at that address, which delivered it, but no others
//   Sec-Fetch-Site  browsers send it with requests that have no Origin (images, scripts, frames,
//                   links), but over plain HTTP only to loopback. Elsewhere a page of another
//                   site can embed the response to a GET, but cannot read it
//
// docs/security.md contains the threat model.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../core/loopback.ts';
import { createRejectionLog } from './rejection-log.ts';
import { DEFAULT_LIMITS, findTargetProblem, type RequestLimits } from './request-limits.ts';

/**
 * A host name or bracketed IPv6 address, with an optional port, but without user name, path or
 * escapes.
 */
const HOST_HEADER = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/**
 * The name of the host machine inside a container. No site can own it, because `.internal` is
 * reserved.
 */
const DOCKER_HOST = 'host.docker.internal';
/**
 * Unspecified addresses, and IPv4-mapped IPv6: browsers reach loopback through them, but without
 * Fetch Metadata.
 */
const DISGUISED_LOOPBACK = /^(0\.0\.0\.0|::|::ffff:.*)$/;
/**
 * On a GET of these paths, dev servers (Vite, Next.js, webpack) open a file in the developer's
 * editor.
 */
const EDITOR_PATH =
  /^\/(__(open-in-editor|open-stack-frame-in-editor|nextjs_)|webpack-dev-server\/open-editor)/i;
/** An origin without characters that a shell interprets. */
const PLAIN_ORIGIN = /^https?:\/\/([a-z0-9_.-]{1,100}|\[[0-9a-f:.]{1,50}\])(:\d{1,5})?$/i;
const MAX_QUOTED_LENGTH = 100;
const FORBIDDEN = { code: 403, status: 'PERMISSION_DENIED', phrase: 'Forbidden' };

/** The flags or commands that allow a caller. Each takes the caller as its argument. */
export interface AllowCommands {
  readonly origin: string;
  /** Takes a host name; absent if only origins can be allowed. */
  readonly host?: string;
}

/** The flags that every emulator has. */
export const EMULATOR_FLAGS: AllowCommands = { origin: '--allowed-origin', host: '--allowed-host' };

/** Callers that a guard accepts besides this machine's own. */
export interface RequestGuardOptions {
  /** The name or address that the server listens on, without a port. Default 127.0.0.1. */
  readonly host?: string;
  /** Additional names for the Host header. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of additional pages that may call, e.g. `https://app.example:5173`. Host may have their
   * names, too.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * The server's port. If present, only the server's own pages may call, not others on this
   * machine.
   */
  readonly ownPort?: () => number;
  /**
   * Returns whether links from other sites may open this path; if absent, all may. No link may open
   * an editor.
   */
  readonly opensByLink?: (path: string) => boolean;
  /** What rejection messages suggest. Default: the emulators' flags. */
  readonly allow?: AllowCommands;
  /** Receives a line for each kind of rejected request. */
  readonly log?: (line: string) => void;
  readonly nowMs?: () => number;
}

/** The reason for a rejection, and the error for the sender. */
export interface Rejection {
  readonly reason: string;
  /** How the developer can allow it; empty if that is not possible. */
  readonly remedy: string;
  readonly error: { readonly code: number; readonly status: string; readonly phrase: string };
}

/** The parts of a request that a guard reads. */
export type CheckedRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'method' | 'url'>;

/** Decides which requests are served, for all transports. */
export class RequestGuard {
  readonly #options: RequestGuardOptions;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #log: (kind: string, line: string) => void;
  // Clients use one host and one origin throughout, so the last accepted ones are cached.
  #lastHost: string | undefined;
  #lastOrigin: string | undefined;

  constructor(options: RequestGuardOptions = {}) {
    const { host = '127.0.0.1', allowedHosts = [], allowedOrigins = [] } = options;
    this.#options = options;
    const originNames = allowedOrigins.map((origin) => parseUrl(origin)?.hostname ?? '');
    this.#allowedHosts = new Set([host, ...allowedHosts, ...originNames].map((name) => name.toLowerCase()));
    this.#allowedOrigins = new Set(allowedOrigins.map(normalizeOrigin));
    this.#log = createRejectionLog(options.log ?? (() => {}), options.nowMs ?? Date.now);
  }

  /**
   * The reason for rejecting an HTTP request or a WebSocket handshake; undefined if it is served.
   */
  findRejection(request: CheckedRequest, limits: RequestLimits = DEFAULT_LIMITS): Rejection | undefined {
    const hosts = countHosts(request.rawHeaders);
    if (hosts !== 1) return denied(`it has ${hosts === 0 ? 'no Host header' : 'several Host headers'}`);
    return (
      this.#findHostRejection(request.headers.host ?? '', 'Host header') ??
      this.#findPageRejection(request) ??
      findTargetRejection(request, limits)
    );
  }

  /**
   * Logs and returns the reason for rejecting gRPC calls to this `:authority`; undefined if they
   * are served.
   */
  rejectAuthority(authority: string): string | undefined {
    const rejection = this.#findHostRejection(authority, 'authority');
    return rejection && this.report('gRPC', rejection);
  }

  /**
   * Logs a rejection and returns it as a sentence. `what` is, for example, `GET on 127.0.0.1:8080`.
   */
  report(what: string, { reason, remedy }: Rejection): string {
    const message = `Rejected ${what}: ${reason}.${remedy}`;
    this.#log(reason, message);
    return message;
  }

  #findHostRejection(host: string, label: string): Rejection | undefined {
    if (host === this.#lastHost) return undefined;
    const [, name, port] = HOST_HEADER.exec(host) ?? [];
    if (name === undefined || !this.#isHostAllowed(name.toLowerCase(), port)) {
      const names = this.#options.ownPort === undefined ? 'localhost, an IP address' : 'with its own port';
      const reason = `its ${label} is ${quote(host)}, not a name of this machine (${names})`;
      return denied(reason, this.#offer(`http://${host}`, name));
    }
    this.#lastHost = host;
    return undefined;
  }

  #isHostAllowed(name: string, port: string | undefined): boolean {
    const { ownPort } = this.#options;
    if (isLoopbackHost(name)) return ownPort === undefined || port === `:${ownPort()}`;
    if (this.#allowedHosts.has(name)) return true;
    return ownPort === undefined && (name === DOCKER_HOST || isNetworkAddress(name));
  }

  #findPageRejection(request: CheckedRequest): Rejection | undefined {
    const { host, origin, referer } = request.headers;
    if (origin === undefined && !this.#isSentByOtherPage(request)) return undefined;
    // A page on this machine may embed resources of another server on it.
    const caller = origin ?? parseUrl(referer ?? '')?.origin ?? 'null';
    if (caller === this.#lastOrigin) return undefined;
    if (!this.#isOriginAllowed(caller, host)) {
      return denied(`it comes from a page of another origin, ${quote(caller)}`, this.#offer(caller));
    }
    // Other origins are allowed because of the Host of their requests.
    if (this.#isOriginAllowed(caller, undefined)) this.#lastOrigin = caller;
    return undefined;
  }

  #isOriginAllowed(origin: string, host: string | undefined): boolean {
    if (this.#allowedOrigins.has(origin)) return true;
    if (this.#options.ownPort !== undefined) return origin === `http://${host}`;
    const url = parseUrl(origin);
    if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
    if (isLoopbackHost(url.hostname)) return true;
    return isNetworkAddress(url.hostname) && url.hostname === hostName(host);
  }

  /**
   * Evaluates Fetch Metadata. Links are allowed: they navigate to a page, which the linking page
   * cannot read.
   */
  #isSentByOtherPage({ headers, method, url = '/' }: CheckedRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site === undefined && EDITOR_PATH.test(url)) return !isLoopbackHost(hostName(headers.host));
    const isOther =
      this.#options.ownPort === undefined
        ? site === 'cross-site'
        : site !== undefined && site !== 'same-origin' && site !== 'none';
    if (!isOther) return false;
    const isLink =
      method === 'GET' &&
      headers['sec-fetch-mode'] === 'navigate' &&
      headers['sec-fetch-dest'] === 'document';
    const { opensByLink = () => true } = this.#options;
    return !isLink || EDITOR_PATH.test(url) || !opensByLink(url);
  }

  /** The command that allows an origin, or `name` if there is a command for host names. */
  #offer(origin: string, name?: string): string {
    if (!PLAIN_ORIGIN.test(origin)) return '';
    const { allow = EMULATOR_FLAGS } = this.#options;
    const isByName = name !== undefined && allow.host !== undefined;
    return ` To allow it: ${isByName ? `${allow.host} ${name}` : `${allow.origin} ${origin}`}`;
  }
}

/** The lower-case name in a Host header. */
function hostName(host = ''): string {
  return HOST_HEADER.exec(host)?.[1]?.toLowerCase() ?? '';
}

/** Returns whether a name is the IP address of a network interface. Accepts `[fe80::1]`. */
function isNetworkAddress(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !DISGUISED_LOOPBACK.test(address);
}

function denied(reason: string, remedy = ''): Rejection {
  return { reason, remedy, error: FORBIDDEN };
}

function findTargetRejection({ method, url = '' }: CheckedRequest, limits: RequestLimits) {
  const problem = method === 'CONNECT' ? undefined : findTargetProblem(url, limits);
  return problem && { ...problem, reason: `its path ${quote(url)} ${problem.reason}`, remedy: '' };
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** The guard is also loaded into dev servers on the project's Node; version 20 has no URL.parse. */
function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Writes an origin like browsers do: in lower case, without the default port. */
function normalizeOrigin(origin: string): string {
  const url = parseUrl(origin);
  return url === null || url.origin === 'null' ? origin.toLowerCase() : url.origin;
}

/** Quotes a value of a request without characters that a terminal interprets. */
function quote(value: string): string {
  return `"${value.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_QUOTED_LENGTH)}"`;
}
