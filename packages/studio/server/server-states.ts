import { request } from 'node:http';
import { connect } from 'node:net';
import type { StackDescription, StackServer } from './stack-description.ts';

const CONNECT_TIMEOUT_MS = 1000;

/** What the kit says of a server, which may have several ports. */
interface ControlledServer {
  readonly ports: readonly string[];
  readonly note?: string;
  readonly state: 'starting' | 'running' | 'stopped' | 'failed';
  readonly problem?: string;
}

/** A server with the state that it has now. */
export interface ServerState extends StackServer {
  readonly port: number;
  /**
   * `starting` after it was stopped, until it responds; `stopped` on purpose, by the command
   * `server`; `failed` when it exited by itself; `not responding` when it accepts no connection
   * within a second.
   */
  readonly state: 'starting' | 'running' | 'stopped' | 'failed' | 'not responding';
  /** Why it failed, and the last lines that it printed. */
  readonly problem?: string;
  /** Whether the command `server` has it. */
  readonly isControlled: boolean;
  /** A sentence about the servers that are stopped and started with it. */
  readonly note?: string;
}

/**
 * Asks the kit about the servers that it can stop, and each server whether it accepts connections.
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

/** None when the kit does not respond: then the stack ends. */
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
