// `--inspect-functions PORT`: each worker opens a debugger on its own port, starting at PORT. A
// worker that replaces another one uses the same port.
import { createServer } from 'node:net';
import {
  type Backend,
  type Definition,
  type FunctionsEmulator,
  isNode,
  poolOf,
} from './functions-emulator.ts';

const FIRST_PORT = Number(process.env.SAVEPOINT_INSPECT_FUNCTIONS);
const HOST = '127.0.0.1';
/** Ports by worker, identified by codebase and pool key. */
const ports = new Map<string, number>();
/** Workers choose ports one at a time. */
const turns = { last: Promise.resolve() };

/** The port of a worker; undefined without `--inspect-functions`. */
export function inspectPortOf(codebase: string, key: string): number | undefined {
  return ports.get(`${codebase} ${key}`);
}

export async function chooseInspectPort(
  emulator: FunctionsEmulator,
  backend: Backend,
  trigger: Definition,
): Promise<void> {
  if (Number.isNaN(FIRST_PORT) || !isNode(backend)) return;
  turns.last = turns.last.then(() => choose(emulator, backend, trigger));
  await turns.last;
}

async function choose(
  emulator: FunctionsEmulator,
  { codebase, runtime }: Backend,
  trigger: Definition,
): Promise<void> {
  const pool = poolOf(emulator, codebase);
  // Workers that are being replaced still use their ports.
  await Promise.all([...pool.workers.values()].flat().map(({ isEnding, death }) => isEnding && death));
  const key = pool.getKey(trigger.id, runtime);
  const name = `${codebase} ${key}`;
  const preferred = ports.get(name);
  if (preferred === undefined || !(await isFree(preferred))) {
    ports.delete(name);
    let port = FIRST_PORT;
    while ([...ports.values()].includes(port) || !(await isFree(port))) port += 1;
    ports.set(name, port);
  }
  const functions = [...(pool.definitions?.values() ?? [])].filter(
    ({ id }) => pool.getKey(id, runtime) === key,
  );
  const names = functions.map((each) => each.name).join(', ');
  emulator.logger.logLabeled('SUCCESS', 'functions', `Debugger at ${HOST}:${ports.get(name)} for ${names}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
