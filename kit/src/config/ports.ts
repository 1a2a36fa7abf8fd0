import { createServer } from 'node:net';
import { UserError } from '../user-error.ts';
import { findPortOwner } from './port-owner.ts';

/** The address that every server listens on. */
export const HOST = '127.0.0.1';

const DEFAULT_PORTS = {
  shop: 5173,
  firestore: 8080,
  firestoreWebsocket: 9150,
  auth: 9099,
  functions: 5001,
  hosting: 5002,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
  stripe: 4242,
  shopify: 4243,
} as const;

/** The servers of a stack. */
export type ServerName = keyof typeof DEFAULT_PORTS;
/** One port per server. */
export type Ports = Readonly<Record<ServerName, number>>;

const LAST_PORT = 65_535;

/**
 * The default ports, all moved by the same offset, so that two clones can run at the same time.
 * @throws UserError when the offset is not a whole number or moves a port out of 1024 to 65535
 */
export function offsetPorts(offset: number): Ports {
  const highest = Math.max(...Object.values(DEFAULT_PORTS));
  const lowest = Math.min(...Object.values(DEFAULT_PORTS));
  if (!Number.isInteger(offset) || highest + offset > LAST_PORT || lowest + offset < 1024) {
    throw new UserError(
      `--port-offset ${offset} moves a port out of 1024 to ${LAST_PORT}`,
      `Expected a whole number from ${1024 - lowest} to ${LAST_PORT - highest}, such as --port-offset 100.`,
    );
  }
  return mapPorts((name) => DEFAULT_PORTS[name] + offset);
}

/** Ports that are free now, one per server, assigned by the operating system. */
export async function findFreePorts(): Promise<Ports> {
  const names = Object.keys(DEFAULT_PORTS) as ServerName[];
  const servers = await Promise.all(names.map(() => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return mapPorts((name) => ports[names.indexOf(name)] as number);
}

/**
 * Checks that the servers can listen on their ports.
 * @throws UserError that names the port, its server and the process that uses it
 */
export async function assertPortsFree(ports: Ports, names: readonly ServerName[]): Promise<void> {
  for (const name of names) {
    const port = ports[name];
    try {
      const server = await listen(port);
      await new Promise((closed) => server.close(closed));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      const owner = findPortOwner(port);
      throw new UserError(
        `Port ${port} (${name}) is in use by ${owner ?? 'a process of another user'}`,
        'Stop that process, or move all ports: npm start -- --port-offset 100',
      );
    }
  }
}

function mapPorts(portOf: (name: ServerName) => number): Ports {
  const names = Object.keys(DEFAULT_PORTS) as ServerName[];
  return Object.fromEntries(names.map((name) => [name, portOf(name)])) as Ports;
}

function listen(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, () => resolve(server));
  });
}
