import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardServer } from '../guard/guard-server.ts';
import { RequestGuard, type RequestGuardOptions } from '../guard/request-guard.ts';
import type { RequestLimits } from '../guard/request-limits.ts';

/** The address that an emulator listens on, and its additional callers. */
export interface ListenOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow' | 'log'> {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

export interface ListeningServer {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting requests and closes all connections, including ones with a request in progress.
   */
  close(): Promise<void>;
}

/**
 * Makes a server listen behind the guard.
 * @throws Error when the port is in use (`code` is EADDRINUSE)
 */
export async function listenGuarded(
  server: Server,
  { port, ...callers }: ListenOptions,
  limits?: RequestLimits,
): Promise<ListeningServer> {
  const { host } = callers;
  guardServer(server, new RequestGuard(callers), limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
