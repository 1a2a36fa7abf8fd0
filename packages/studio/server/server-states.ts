import { request } from 'node:http';
import { connect } from 'node:net';
import type { StackDescription, StackServer } from './stack-description.ts';

const CONNECT_TIMEOUT_MS = 1000;

/** The kit's description of a server, which may have several ports. */
interface ControlledServer {
  readonly ports: readonly string[];
  readonly note?: string;
  readonly state: 'starting' | 'running' | 'stopped' | 'failed';
  readonly problem?: string;
}

/** A server with its current state. */
export interface ServerState extends StackServer {
  readonly port: number;
  /**
   * `starting` after a stop until it responds; `stopped` by the command `server`; `failed` if it
   * exited unexpectedly; `not responding` if it accepts no connection within a second.
   */
  readonly state: 'starting' | 'running' | 'stopped' | 'failed' | 'not responding';
  /** The reason for its failure, and its last lines. */
  readonly problem?: string;
  /** True if the command `server` can control it. */
  readonly isControlled: boolean;
  /** A sentence about servers that are stopped and started with it. */
  readonly note?: string;
}

/**
 * Reads the states of controllable servers from the kit, and checks whether each server accepts
 * connections.
 */
export async function readServerStates({
  servers,
  control,
}: Pick<StackDescription, 'servers' | 'control'>): Promise<ServerState[]> {
  const [controlled, ...accepts] = await Promise.all([
    control === null ? [] : readControlled(control),
    ...servers.map(acceptsConnections),
  ]);
  return servers.map((server, index) => {
    const found = controlled.find(({ ports }) => ports.includes(server.name));
    const reported = found?.state === 'running' ? undefined : found?.state;
    return {
      ...server,
      port: portOf(server),
      state: reported ?? (accepts[index] ? 'running' : 'not responding'),
      isControlled: found !== undefined,
      ...(found?.problem !== undefined && { problem: found.problem }),
      ...(found?.note !== undefined && { note: found.note }),
    };
  });
}

function portOf({ url }: StackServer): number {
  return Number(new URL(url).port);
}

function acceptsConnections(server: StackServer): Promise<boolean> {
  const host = new URL(server.url).hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: portOf(server), timeout: CONNECT_TIMEOUT_MS });
    const settle = (accepts: boolean) => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** None if the kit does not respond, because the stack is ending. */
function readControlled(socketPath: string): Promise<readonly ControlledServer[]> {
  return new Promise((resolve) => {
    const sent = request({ socketPath, path: '/servers', timeout: CONNECT_TIMEOUT_MS }, async (response) => {
      try {
        const chunks: Buffer[] = await response.toArray();
        resolve(
          (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { servers: ControlledServer[] }).servers,
        );
      } catch {
        resolve([]);
      }
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve([]));
    sent.end();
  });
}
