import { connect } from 'node:net';
import type { StackServer } from './stack-description.ts';

const CONNECT_TIMEOUT_MS = 1000;

/** A server with the state that it has now. */
export interface ServerState extends StackServer {
  readonly port: number;
  readonly state: 'running' | 'stopped';
}

/** Asks each server whether it accepts connections: `stopped` when it does not within a second. */
export function readServerStates(servers: readonly StackServer[]): Promise<ServerState[]> {
  return Promise.all(
    servers.map(async (server) => {
      const { hostname, port } = new URL(server.url);
      const accepts = await acceptsConnections(hostname.replace(/^\[|\]$/g, ''), Number(port));
      return { ...server, port: Number(port), state: accepts ? ('running' as const) : ('stopped' as const) };
    }),
  );
}

function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (accepts: boolean) => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
