import { createServer } from 'node:net';
import { UserError } from '../user-error.ts';
import { HOST } from './listen-host.ts';
import { findPortOwner } from './port-owner.ts';
import type { PortSettings } from './project.ts';

/** Firebase's default ports, and our own for servers without one. */
const DEFAULT_PORTS = {
  firestore: 8080,
  firestoreWebsocket: 9150,
  database: 9000,
  auth: 9099,
  storage: 9199,
  functions: 5001,
  hosting: 5000,
  hostingHttps: 5443,
  studio: 4000,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
  messaging: 9498,
  remoteConfig: 9497,
  pubsub: 8085,
  eventLog: 4319,
  web: 5173,
  webHttps: 5543,
};

type KnownServer = keyof typeof DEFAULT_PORTS;
/**
 * A server of a stack: one of the emulators, the dev server `web`, or a service of the
 * configuration.
 */
export type ServerName = KnownServer | (string & {});
/** One port for each server that a stack may have. */
export type Ports = Readonly<Record<KnownServer, number>> & Readonly<Record<string, number>>;

const LAST_PORT = 65_535;

/**
 * The ports from firebase.json and the configuration, or else the defaults, all moved by the same
 * offset so that two stacks can run at once.
 * @throws UserError when the offset is not a whole number or moves a port out of the range from
 *   1024 to 65535
 */
export function offsetPorts(settings: PortSettings, offset: number): Ports {
  const ports = configuredPorts(settings);
  const highest = Math.max(...Object.values(ports));
  const lowest = Math.min(...Object.values(ports));
  if (!Number.isInteger(offset) || highest + offset > LAST_PORT || lowest + offset < Math.min(1024, lowest)) {
    throw new UserError(
      `--port-offset ${offset} moves a port out of the range from 1024 to ${LAST_PORT}`,
      `Expected a whole number from ${Math.min(0, 1024 - lowest)} to ${LAST_PORT - highest}, such as --port-offset 100.`,
    );
  }
  return mapPorts(ports, (port) => port + offset);
}

/** Free ports assigned by the operating system, one per server. */
export async function findFreePorts(settings: PortSettings): Promise<Ports> {
  const configured = configuredPorts(settings);
  const names = Object.keys(configured);
  const servers = await Promise.all(names.map(() => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return mapPorts(configured, (_, name) => ports[names.indexOf(name)] as number);
}

function configuredPorts({ firebase, config: { services, web } }: PortSettings): Ports {
  const named: Record<string, number> = {};
  for (const [name, { port, websocketPort }] of Object.entries(firebase.emulators)) {
    if (port !== undefined && Object.hasOwn(DEFAULT_PORTS, name)) named[name] = port;
    if (name === 'firestore' && websocketPort !== undefined) named.firestoreWebsocket = websocketPort;
  }
  for (const [name, { port }] of Object.entries(services ?? {})) named[name] = port;
  if (web?.port !== undefined) named.web = web.port;
  return withDefaultPorts(named) as Ports;
}

/**
 * Adds ports for the remaining servers: the default, or the next free one if a named port uses it.
 */
export function withDefaultPorts(named: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const ports: Record<string, number> = { ...DEFAULT_PORTS, ...named };
  const taken = new Set(Object.values(ports));
  const isNamed = new Set(Object.values(named));
  for (const [name, port] of Object.entries(DEFAULT_PORTS)) {
    if (named[name] !== undefined || !isNamed.has(port)) continue;
    let next = port;
    while (taken.has(next)) next += 1;
    taken.add(next);
    ports[name] = next;
  }
  return ports;
}

/**
 * Checks that the servers can listen on their ports.
 * @throws UserError that names the port, its server and the process that uses it
 */
export async function assertPortsFree(ports: Ports, names: readonly ServerName[]): Promise<void> {
  for (const name of names) {
    const port = ports[name] as number;
    try {
      const server = await listen(port);
      await new Promise((closed) => server.close(closed));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      const owner = findPortOwner(port);
      throw new UserError(
        `Port ${port} (${name}) is in use by ${owner ?? 'a process of another user'}`,
        'Stop that process, or use other ports: --stack NAME, or --port-offset N.',
      );
    }
  }
}

function mapPorts(ports: Ports, portOf: (port: number, name: string) => number): Ports {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, portOf(port, name)])) as Ports;
}

function listen(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, () => resolve(server));
  });
}
