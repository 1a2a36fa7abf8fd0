// Which Host headers are accepted. A page of a hostile site can make its own name resolve to 127.0.0.1 (DNS rebinding) and
// would then read the database as its own origin, but its requests still carry that name. The rule is wider than the other
// emulators': firebase-tools may serve the network (`--host 0.0.0.0`) and containers.

import { isIP } from 'node:net';
import { hostnameOf, isLoopbackHost } from '@savepoint/emulator-shared/core/loopback';

/** The name that a container has for the machine it runs on. */
const DOCKER_HOST = 'host.docker.internal';

/**
 * Whether a request with this Host header is accepted: IP addresses (a rebinding attack needs a name), localhost and its
 * subdomains, Docker's name of the host, the name that the server listens on, and the names of `--allowed-host`.
 */
export function isHostAllowed(header: string | undefined, allowedNames: ReadonlySet<string>): boolean {
  if (header === undefined || header === '') return true;
  const name = hostnameOf(header);
  return isIP(name) !== 0 || isLoopbackHost(name) || name === DOCKER_HOST || allowedNames.has(name);
}
