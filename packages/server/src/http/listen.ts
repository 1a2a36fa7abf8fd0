import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { EmulatorEnv } from './app.ts';
import { type ListeningServer, type ListenOptions, listenGuarded } from './listen-guarded.ts';

/** The addresses that an emulator may listen on. */
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'] as const;
export type LoopbackListenHost = (typeof LOOPBACK_HOSTS)[number];

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves an application over HTTP/1.1 on the loopback interface, behind the guard.
 * @throws Error when the host is not a loopback address or the port is in use (`code` is
 * EADDRINUSE)
 */
export async function listen(app: Hono<EmulatorEnv>, options: ListenOptions): Promise<ListeningServer> {
  if (!LOOPBACK_HOSTS.some((loopback) => loopback === options.host)) {
    throw new Error(
      `An emulator listens on this machine only; ${options.host} is not one of ${LOOPBACK_HOSTS.join(', ')}.`,
    );
  }
  const server = createAdaptorServer({
    fetch: app.fetch,
    // The emulator may share its process with code that expects Node's own Request and Response.
    overrideGlobalObjects: false,
  }) as Server;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return listenGuarded(server, options);
}
