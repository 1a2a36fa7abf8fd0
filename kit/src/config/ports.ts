// Owns which port each server gets: the well-known ones (moved by --port-offset) or free ones. It must not start anything.
import { createServer } from 'node:net';
import { UserError } from '../user-error.ts';
import { findPortOwner } from './port-owner.ts';

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

export type ServerName = keyof typeof DEFAULT_PORTS;
export type Ports = Readonly<Record<ServerName, number>>;

const LAST_PORT = 65_535;

/** The well-known ports, all moved by the same offset so that two clones can run side by side. */
export function offsetPorts(offset: number): Ports {
  const highest = Math.max(...Object.values(DEFAULT_PORTS));
  const lowest = Math.min(...Object.values(DEFAULT_PORTS));
  if (!Number.isInteger(offset) || highest + offset > LAST_PORT || lowest + offset < 1024) {
    throw new UserError(
      `--port-offset ${offset} moves a port out of 1024 to ${LAST_PORT}`,
      `Give a whole number between ${1024 - lowest} and ${LAST_PORT - highest}, such as --port-offset 100.`,
    );
  }
  return mapPorts((name) => DEFAULT_PORTS[name] + offset);
}

/** Ports that nobody holds now, as the operating system hands them out. */
export async function findFreePorts(): Promise<Ports> {
  const names = Object.keys(DEFAULT_PORTS) as ServerName[];
  const servers = await Promise.all(names.map(() => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return mapPorts((name) => ports[names.indexOf(name)] as number);
}

/** Fails with the name of the holder when one of the ports is taken. */
export async function assertPortsFree(ports: Ports, names: readonly ServerName[]): Promise<void> {
  for (const name of names) {
    const port = ports[name];
    try {
      const server = await listen(port);
      await new Promise((closed) => server.close(closed));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      const holder = findPortOwner(port);
      throw new UserError(
        `Port ${port} (${name}) is held by ${holder ?? 'a process that this user cannot see'}`,
        'Stop it, or move all ports with: npm start -- --port-offset 100',
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
