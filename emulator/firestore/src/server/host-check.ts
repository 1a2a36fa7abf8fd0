// Owns which Host headers are answered. A page of a hostile site can point its own name at 127.0.0.1 (DNS rebinding)
// and would then read the database as its own origin; its requests still carry that name.

import { isIP } from 'node:net';

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', 'host.docker.internal']);

/** The name without port and brackets, in lower case: '[::1]:8080' → '::1'. */
export function hostName(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(header);
  if (bracketed !== null) return (bracketed[1] as string).toLowerCase();
  return header.replace(/:\d+$/, '').toLowerCase();
}

/**
 * Whether a request with this Host header may be answered: addresses (a rebinding attack needs a name), localhost and
 * its subdomains, the name the server was told to listen on, and names allowed on the command line.
 */
export function isHostAllowed(header: string | undefined, allowedNames: ReadonlySet<string>): boolean {
  if (header === undefined || header === '') return true;
  const name = hostName(header);
  if (isIP(name) !== 0 || LOCAL_NAMES.has(name) || name.endsWith('.localhost')) return true;
  return allowedNames.has(name);
}
