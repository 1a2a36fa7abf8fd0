import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { guardServer } from '../guard/guard-server.ts';
import { RequestGuard, type RequestGuardOptions } from '../guard/request-guard.ts';
import type { RequestLimits } from '../guard/request-limits.ts';
import type { EmulatorEnv } from './app.ts';

/** The addresses that an emulator may listen on. */
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'] as const;
export type LoopbackListenHost = (typeof LOOPBACK_HOSTS)[number];

const REQUEST_TIMEOUT_MS = 30_000;

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
 * Serves an application over HTTP/1.1 on the loopback interface, behind the guard.
 * @throws Error when the host is not a loopback address or the port is taken (`code` is EADDRINUSE)
 */
export async function listen(app: Hono<EmulatorEnv>, options: ListenOptions): Promise<ListeningServer> {
  if (!LOOPBACK_HOSTS.some((loopback) => loopback === options.host)) {
    throw new Error(
      `An emulator listens on this machine only; ${options.host} is not one of ${LOOPBACK_HOSTS.join(', ')}.`,
    );
  }
  const server = createAdaptorServer({
    fetch: app.fetch,
    // The emulator may share its process with other code, whose Request and Response stay Node's.
    overrideGlobalObjects: false,
  }) as Server;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return listenGuarded(server, options);
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
