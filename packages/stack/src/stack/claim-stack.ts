// Chooses the name and ports of a stack and records them before anything listens, so that
// concurrent starts do not collide.
import { createHash } from 'node:crypto';
import { isPortFree } from '../config/free-port.ts';
import { commandText } from '../config/project.ts';
import { UserError } from '../user-error.ts';
import { deriveStackName, parseStackName, temporaryStackName } from './stack-name.ts';
import { type ClaimedStack, ownIdentity, type StackRegistry } from './stack-registry.ts';

/** Below the ephemeral ports, which begin at 32768 on Linux and at 49152 elsewhere. */
const PORT_BLOCKS = { first: 21_000, last: 32_000, size: 50 };

/** A name and ports that are reserved until they are released. */
export interface Claim<Server extends string> {
  readonly name: string;
  readonly ports: Readonly<Record<Server, number>>;
  /** The reason for unexpected ports; undefined if they are the expected ones. */
  readonly note: string | undefined;
}

export interface ClaimOptions<Server extends string> {
  readonly registry: StackRegistry;
  /** Absolute path of the project. */
  readonly folder: string;
  /** The servers that need a port. */
  readonly servers: readonly Server[];
  /** If true, the name keeps its ports after the stack has ended. */
  readonly isPersistent: boolean;
}

/**
 * Claims a name, with its previous ports if they are free, or else with others.
 * @throws UserError when a stack with that name is running, or all ports are taken
 */
export async function claimByName<Server extends string>(
  options: ClaimOptions<Server>,
  name: string,
): Promise<Claim<Server>> {
  const { registry, servers } = options;
  parseStackName(name);
  const previous = registry.find(name);
  if (previous !== undefined && registry.isRunning(previous)) throw alreadyRunning(options, previous);
  if (previous !== undefined && servers.every((server) => previous.ports[server] !== undefined)) {
    const ports = previous.ports as Record<Server, number>;
    if ((await areFree(ports)) && claim(options, name, ports)) return { name, ports, note: undefined };
  }
  const ports = (await claimFreeBlock(options, name)) ?? (await claimAfterForgetting(options, name));
  const note = previous === undefined ? undefined : `A port of "${name}" is in use, so it uses others.`;
  return { name, ports, note };
}

/** What to do when the folder's stack is already running: fail, or use a temporary stack. */
export type WhenRunning = 'refuse' | 'temporary';

/**
 * Claims the given ports for a folder's stack, under the folder's name. While a stack of another
 * folder uses them, this stack gets others, which stay the same on each start if they are free.
 * @throws UserError when this folder's stack is already running, unless a temporary one is
 * acceptable
 */
export async function claimByFolder<Server extends string>(
  options: ClaimOptions<Server>,
  defaults: Readonly<Record<Server, number>>,
  whenRunning: WhenRunning = 'refuse',
): Promise<Claim<Server>> {
  const { registry, folder } = options;
  const records = registry.list();
  const name = deriveStackName(folder, (each) =>
    records.some((record) => record.name === each && record.folder !== folder),
  );
  const unnamed = { ...options, isPersistent: false };
  const own = registry.find(name);
  if (own !== undefined && registry.isRunning(own)) return claimTemporary(unnamed, own, whenRunning);
  const other = record(unnamed, name, defaults);
  if (other === 'claimed') return { name, ports: defaults, note: undefined };
  if (other.name === name) return claimTemporary(unnamed, other, whenRunning);
  const claimed = await claimByName(unnamed, name);
  const note = `The stack of ${other.folder} uses the ports of this project, so "${name}" uses others. To use its own ports, stop "${other.name}" and start again.`;
  return { ...claimed, note };
}

/** @throws UserError unless a temporary stack is acceptable */
async function claimTemporary<Server extends string>(
  options: ClaimOptions<Server>,
  running: ClaimedStack,
  whenRunning: WhenRunning,
): Promise<Claim<Server>> {
  if (whenRunning === 'refuse') throw alreadyRunning(options, running);
  const claimed = await claimByName(options, temporaryStackName());
  const note = `The stack "${running.name}" of this folder is running; this command uses a temporary stack of its own.`;
  return { ...claimed, note };
}

/**
 * Claims exactly the given ports.
 * @throws UserError when another stack uses one of them
 */
export function claimPorts<Server extends string>(
  options: ClaimOptions<Server>,
  name: string,
  ports: Readonly<Record<Server, number>>,
): Claim<Server> {
  const other = record(options, name, ports);
  if (other === 'claimed') return { name, ports, note: undefined };
  if (other.name === name) throw alreadyRunning(options, other);
  const taken = Object.values<number>(other.ports);
  const [server, port] = Object.entries<number>(ports).find(([, each]) => taken.includes(each)) ?? [];
  throw new UserError(
    `The stack "${other.name}" (folder ${other.folder}) uses port ${port}, which ${server} of this project needs`,
    'Choose another --port-offset, or --stack NAME, which takes free ports.',
  );
}

function alreadyRunning(
  { folder: own }: Pick<ClaimOptions<string>, 'folder'>,
  { name, folder, process: { pid } }: ClaimedStack,
): UserError {
  return new UserError(
    `The stack "${name}" is already running (process ${pid}, folder ${folder})`,
    `Stop it with: ${commandText(own, 'stop', name)}. Or run this command with --stack NAME, for another stack.`,
  );
}

async function claimFreeBlock<Server extends string>(
  options: ClaimOptions<Server>,
  name: string,
): Promise<Record<Server, number> | undefined> {
  const { first, last, size } = PORT_BLOCKS;
  const { registry, servers } = options;
  const count = Math.floor((last - first) / size);
  const start = firstBlock(options, name, count);
  for (let index = 0; index < count; index += 1) {
    const from = first + ((start + index) % count) * size;
    const isTaken = registry
      .list()
      .some(
        (each) =>
          each.name !== name && Object.values(each.ports).some((port) => port >= from && port < from + size),
      );
    if (isTaken) continue;
    const ports = Object.fromEntries(servers.map((server, offset) => [server, from + offset])) as Record<
      Server,
      number
    >;
    if ((await areFree(ports)) && claim(options, name, ports)) return ports;
  }
  return undefined;
}

/**
 * The block where the search begins. It is the same on each start, so that a stack keeps its
 * addresses, but differs between users and registries, which do not see each other's claims.
 */
function firstBlock({ registry, folder }: ClaimOptions<string>, name: string, count: number): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([registry.file, folder, name]))
    .digest();
  return hash.readUInt32BE() % count;
}

async function claimAfterForgetting<Server extends string>(
  options: ClaimOptions<Server>,
  name: string,
): Promise<Record<Server, number>> {
  const ports = options.registry.forgetStopped() === 0 ? undefined : await claimFreeBlock(options, name);
  if (ports !== undefined) return ports;
  throw new UserError(
    `All ports from ${PORT_BLOCKS.first} to ${PORT_BLOCKS.last} are in use`,
    `Stop the stacks that you do not need. They are listed by: ${commandText(options.folder, 'list')}`,
  );
}

/** Returns false if another stack was faster. If that stack has the same name, throws. */
function claim<Server extends string>(
  options: ClaimOptions<Server>,
  name: string,
  ports: Readonly<Record<Server, number>>,
): boolean {
  const other = record(options, name, ports);
  if (other !== 'claimed' && other.name === name) throw alreadyRunning(options, other);
  return other === 'claimed';
}

function record<Server extends string>(
  { registry, folder, isPersistent }: ClaimOptions<Server>,
  name: string,
  ports: Readonly<Record<Server, number>>,
): ClaimedStack | 'claimed' {
  const startedAt = new Date().toISOString();
  return registry.claim({ name, folder, ports, process: ownIdentity(), isPersistent, startedAt });
}

async function areFree(ports: Readonly<Record<string, number>>): Promise<boolean> {
  return (await Promise.all(Object.values(ports).map(isPortFree))).every(Boolean);
}
