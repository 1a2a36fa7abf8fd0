// How fast the Realtime Database emulator is, in a separate process as in a stack, over bare
// WebSockets and REST. `npm run bench:database` prints a table with the processor time of the
// emulator, which is independent of the machine's load; exits with 1 if a goal is missed.
// `-- --beside` also installs firebase-server from the npm registry into a temporary folder, and
// prints medians of rounds in which both take turns.
import { parseArgs } from 'node:util';
import { YOUNG_GENERATION } from '../../packages/stack/src/emulators/firebase-tools.ts';
import { startEmulatorProcess } from '../support/emulator-process.ts';
import { Client } from './database/client.ts';
import { FirebaseServerPackage } from './database/firebase-server.ts';
import { type Memory, memoryOf, processorMs } from './database/process-usage.ts';

const OWNER = { authorization: 'Bearer owner' };
const LISTENERS = 1_000;
const PUSHES = 10_000;
const CHILDREN = 100_000;
const WINDOW = 20;
const CHANGES = 200;
const IMPORT_BYTES = 100 * 1024 * 1024;
const ROUNDS = 3;

interface Row {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  readonly goal: string;
  isMet(value: number): boolean;
}

const ROWS = {
  ready: { title: 'ready to serve', unit: 'ms', digits: 0, goal: 'under 150', isMet: (ms) => ms < 150 },
  memory: {
    ...{ title: `memory with ${CHILDREN} small children`, unit: 'MiB', digits: 0, goal: 'under 100' },
    isMet: (mib) => mib < 100,
  },
  window: {
    ...{ title: `a change in a window of ${WINDOW} of these`, unit: 'ms', digits: 2, goal: 'under 2' },
    isMet: (ms) => ms < 2,
  },
  pushes: {
    title: `${PUSHES} pushes`,
    unit: '/s',
    digits: 0,
    goal: 'over 5,000',
    isMet: (rate) => rate > 5_000,
  },
  fanOut: {
    ...{ title: `a change reaches ${LISTENERS} listeners`, unit: 'ms', digits: 0, goal: 'under 50' },
    isMet: (ms) => ms < 50,
  },
  import: { title: 'import of 97 MiB', unit: 's', digits: 1, goal: 'under 5', isMet: (s) => s < 5 },
} satisfies Record<string, Row>;
type RowName = keyof typeof ROWS;

/** A value, with the processor time of the server, by row. */
class Measurements {
  readonly rows = new Map<RowName, { readonly value: number; readonly processorMs: number }>();
  #pid = 0;
  #processorMs = 0;

  /** The processor time of a row is that since the last one, or since the start of the process. */
  follow(pid: number): void {
    this.#pid = pid;
    this.#processorMs = 0;
  }

  add(row: RowName, value: number): void {
    const now = processorMs(this.#pid);
    this.rows.set(row, { value, processorMs: now - this.#processorMs });
    this.#processorMs = now;
  }
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] as number;
}

const SMALL_CHILDREN = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: CHILDREN }, (_, index) => [`child-${index}`, { score: index % 5_000, name: 'a' }]),
  ),
);

function largeImport(): string {
  const value = 'x'.repeat(200);
  const count = Math.floor(IMPORT_BYTES / 220);
  return JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value])),
  );
}

async function pushRate(writer: Client): Promise<number> {
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: PUSHES }, (_, index) => writer.ask('p', { p: `/list/-push-${index}`, d: index })),
    ),
  );
  return (PUSHES / ms) * 1_000;
}

async function fanOutMs(host: string, writer: Client): Promise<number> {
  const listeners: Client[] = [];
  for (let index = 0; index < LISTENERS; index++) {
    const client = await Client.connect(host);
    await client.ask('q', { p: '/room', h: '' });
    listeners.push(client);
  }
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const received = Promise.all(
      listeners.map((client) => new Promise<void>((resolve) => Object.assign(client, { onPush: resolve }))),
    );
    times.push(
      await timed(async () => {
        void writer.ask('p', { p: '/room/at', d: round });
        await received;
      }),
    );
  }
  for (const client of listeners) client.close();
  return median(times);
}

let memory: Memory | undefined;

async function measureEmulator(): Promise<Measurements> {
  const measured = new Measurements();
  const startedAt = performance.now();
  const emulator = startEmulatorProcess('database/bin/savepoint-database.mjs', ['--port', '0', '--quiet'], {
    env: { NODE_OPTIONS: YOUNG_GENERATION },
  });
  const { host } = new URL(await emulator.ready());
  const readyMs = performance.now() - startedAt;
  const pid = emulator.child.pid as number;
  measured.follow(pid);
  measured.add('ready', readyMs);
  const put = (path: string, body: string) =>
    fetch(`http://${host}${path}?ns=bench&print=silent`, { method: 'PUT', headers: OWNER, body });
  try {
    await put('/scores.json', SMALL_CHILDREN);
    memory = memoryOf(pid);
    measured.add('memory', memory.resident);

    await put(
      '/.settings/rules.json',
      '{"rules":{".read":true,".write":true,"scores":{".indexOn":"score"}}}',
    );
    const reader = await Client.connect(host);
    await reader.ask('q', { p: '/scores', q: { i: 'score', l: WINDOW, vf: 'r' }, t: 1, h: '' });
    const writer = await Client.connect(host);
    const windowMs = await timed(async () => {
      for (let index = 0; index < CHANGES; index++) {
        await writer.ask('p', { p: `/scores/child-${index}/score`, d: 6_000 + index });
      }
    });
    measured.add('window', windowMs / CHANGES);
    reader.close();
    measured.add('pushes', await pushRate(writer));
    measured.add('fanOut', await fanOutMs(host, writer));
    writer.close();
    const large = largeImport();
    measured.add('import', (await timed(() => put('/import.json', large))) / 1_000);
  } finally {
    emulator.child.kill('SIGTERM');
    await emulator.ended();
  }
  return measured;
}

/** Its REST interface refuses more than 1 MB, so larger data is read from a file at the start. */
const FIREBASE_SERVER_NOTES: Partial<Record<RowName, string>> = {
  memory: 'read from a file',
  window: 'ignores queries: sends the whole node',
  import: 'read from a file at the start',
};

async function measureFirebaseServer(installed: FirebaseServerPackage): Promise<Measurements> {
  const measured = new Measurements();
  let startedAt = performance.now();
  let server = await installed.start();
  try {
    measured.follow(server.pid);
    measured.add('ready', performance.now() - startedAt);
    const writer = await Client.connect(server.host);
    measured.add('pushes', await pushRate(writer));
    measured.add('fanOut', await fanOutMs(server.host, writer));
    writer.close();
    await server.stop();

    server = await installed.start(`{"scores":${SMALL_CHILDREN}}`);
    measured.follow(server.pid);
    measured.add('memory', memoryOf(server.pid).resident);
    await server.stop();

    const large = `{"import":${largeImport()}}`;
    startedAt = performance.now();
    server = await installed.start(large);
    measured.follow(server.pid);
    measured.add('import', (performance.now() - startedAt) / 1_000);
  } finally {
    await server.stop();
  }
  return measured;
}

const { values: flags } = parseArgs({ options: { beside: { type: 'boolean', default: false } } });
const ours: Measurements[] = [];
const theirs: Measurements[] = [];
if (flags.beside) {
  const installed = new FirebaseServerPackage();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureEmulator());
      theirs.push(await measureFirebaseServer(installed));
    }
  } finally {
    installed.remove();
  }
} else ours.push(await measureEmulator());

/** The medians of all rounds; undefined for a row that was not measured. */
function medianOf(rounds: readonly Measurements[], name: RowName) {
  const rows = rounds.flatMap(({ rows }) => rows.get(name) ?? []);
  if (rows.length === 0) return undefined;
  return {
    value: median(rows.map(({ value }) => value)),
    processorMs: median(rows.map(({ processorMs }) => processorMs)),
  };
}

function columnsOf(name: RowName, rounds: readonly Measurements[]): string[] {
  const { unit, digits } = ROWS[name];
  const found = medianOf(rounds, name);
  if (found === undefined) return ['cannot'.padStart(12), ''.padStart(8)];
  return [`${found.value.toFixed(digits)} ${unit}`.padStart(12), `${found.processorMs} ms`.padStart(8)];
}

const width = Math.max(...Object.values(ROWS).map(({ title }) => title.length));
const heads = ['savepoint'.padStart(12), 'CPU'.padStart(8)];
if (flags.beside) heads.push('firebase-server'.padStart(12), 'CPU'.padStart(8));
console.log([''.padEnd(width), ...heads].join('  '));
for (const name of Object.keys(ROWS) as RowName[]) {
  const { title, goal, unit, isMet } = ROWS[name] as Row;
  const isMissed = !isMet(medianOf(ours, name)?.value as number);
  if (isMissed) process.exitCode = 1;
  const columns = [title.padEnd(width), ...columnsOf(name, ours)];
  if (flags.beside) columns.push(...columnsOf(name, theirs));
  columns.push(`${goal} ${unit}${isMissed ? '  MISSED' : ''}`);
  const note = flags.beside ? FIREBASE_SERVER_NOTES[name] : undefined;
  console.log(columns.join('  ') + (note === undefined ? '' : `  (firebase-server: ${note})`));
}
if (memory !== undefined) {
  const { resident, own, proportional } = memory;
  console.log(
    `\nOf the ${resident.toFixed(0)} MiB in memory (RSS, which the goal is about), ${own.toFixed(0)} are the process's own (RssAnon); the others are pages of Node's binary, which all Node processes share. With its share of these, it has ${proportional.toFixed(0)} (PSS).`,
  );
}
