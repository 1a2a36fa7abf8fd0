// Who may call the emulator. Every web page that the developer opens can send requests to 127.0.0.1, and the emulator grants
// full access to `Bearer owner`. The guard tells the developer's own programs from other sites' pages:
//
//   Host            a site can make its own name resolve to 127.0.0.1 (DNS rebinding) and would then read as its own
//                   origin, but its requests still carry that name
//   Origin          browsers send it with every WebSocket, form, POST and cross-origin fetch; SDKs outside browsers do not
//   Sec-Fetch-Site  browsers send it with the requests that have no Origin: images, scripts, frames, links

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostnameOf, isLoopbackHost, isLoopbackOrigin } from '../core/loopback.ts';

/** The name that a container has for the machine it runs on. */
const DOCKER_HOST = 'host.docker.internal';
/** A page can send any number of different refused requests: the log names this many. */
const MAX_LOGGED_REJECTIONS = 100;
const MAX_QUOTED_LENGTH = 200;

/** What a guard accepts besides requests to and from this machine. */
interface RequestGuardOptions {
  /** The name or address that the server listens on, without a port. */
  readonly host: string;
  /** Names that a Host header may have too. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages that may call too, e.g. `https://app.example:5173`. */
  readonly allowedOrigins?: readonly string[];
  /** Receives a line for each kind of refused request, once. */
  readonly log?: (line: string) => void;
}

/** An origin as browsers write it: in lower case, without the default port. */
function normalizeOrigin(origin: string): string {
  const url = URL.parse(origin);
  return url === null || url.origin === 'null' ? origin.toLowerCase() : url.origin;
}

/** Decides which requests are served, for all transports. */
export class RequestGuard {
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #allowedOrigins: ReadonlySet<string>;
  /** Whether the developer made other machines able to connect: then the machine is called by its addresses too. */
  readonly #isOnNetwork: boolean;
  readonly #log: (line: string) => void;
  readonly #logged = new Set<string>();
  // Clients use one host and one origin throughout: the last accepted ones are cached.
  #lastHost: string | undefined;
  #lastOrigin: string | undefined;

  constructor({ host, allowedHosts = [], allowedOrigins = [], log = () => {} }: RequestGuardOptions) {
    this.#allowedHosts = new Set([host, ...allowedHosts].map((name) => name.toLowerCase()));
    this.#allowedOrigins = new Set(allowedOrigins.map(normalizeOrigin));
    this.#isOnNetwork = !isLoopbackHost(host);
    this.#log = log;
  }

  /** Why a request to this host (a Host header or `:authority`) is refused; undefined when it is served. */
  hostRejection(host: string | undefined): string | undefined {
    if (host !== undefined && host === this.#lastHost) return undefined;
    if (host === undefined || !this.#isHostAllowed(hostnameOf(host))) {
      return this.#refuse(
        `The host "${quote(host)}" is not local. Start with --allowed-host NAME to allow it.`,
      );
    }
    this.#lastHost = host;
    return undefined;
  }

  /** Why an HTTP request or a WebSocket upgrade with these headers is refused; undefined when it is served. */
  rejection({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): string | undefined {
    const rejection = this.hostRejection(host);
    if (rejection !== undefined) return rejection;
    if (origin === undefined) {
      return site !== 'cross-site'
        ? undefined
        : this.#refuse(
            'Pages of other sites may not call this emulator. Enter the address in the address bar instead.',
          );
    }
    if (origin === this.#lastOrigin) return undefined;
    if (!isLoopbackOrigin(origin) && !this.#allowedOrigins.has(origin)) {
      return this.#refuse(
        `Pages of the origin "${quote(origin)}" may not call this emulator. Start with --allowed-origin ORIGIN to allow them.`,
      );
    }
    this.#lastOrigin = origin;
    return undefined;
  }

  #isHostAllowed(name: string): boolean {
    if (isLoopbackHost(name) || this.#allowedHosts.has(name)) return true;
    // DNS rebinding needs a name, and Docker's is not one that a site can own.
    return this.#isOnNetwork && (isIP(name) !== 0 || name === DOCKER_HOST);
  }

  #refuse(reason: string): string {
    if (this.#logged.size < MAX_LOGGED_REJECTIONS && !this.#logged.has(reason)) {
      this.#logged.add(reason);
      this.#log(`refused: ${reason}`);
    }
    return reason;
  }
}

function quote(header = ''): string {
  return header.slice(0, MAX_QUOTED_LENGTH);
}
