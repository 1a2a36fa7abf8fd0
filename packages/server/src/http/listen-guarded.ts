import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardServer } from '../guard/guard-server.ts';
import { RequestGuard, type RequestGuardOptions } from '../guard/request-guard.ts';
import type { RequestLimits } from '../guard/request-limits.ts';

/** Where an emulator listens, and who may call it besides this machine. */
export interface ListenOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow' | 'log'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A server that accepts requests. */
export interface ListeningServer {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting requests and closes every connection, also one with a request under way. */
  close(): Promise<void>;
}

/**
 * Lets a server listen, behind the guard.
 * @throws Error when the port is taken (`code` is EADDRINUSE)
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
