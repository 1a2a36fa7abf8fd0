// How fast the Realtime Database emulator is, in a separate process as in a stack, over bare
// WebSockets and REST. `npm run bench:database` prints a table with the processor time of the
// emulator, which is independent of the machine's load; exits with 1 if a goal is missed.
import { readFileSync } from 'node:fs';
import { YOUNG_GENERATION } from '../../packages/stack/src/emulators/firebase-tools.ts';
import { startEmulatorProcess } from '../support/emulator-process.ts';

const OWNER = { authorization: 'Bearer owner' };
const LISTENERS = 1_000;
const PUSHES = 10_000;
const CHILDREN = 100_000;
const WINDOW = 20;
const CHANGES = 200;
const IMPORT_BYTES = 100 * 1024 * 1024;
const MIB = 1024 * 1024;

interface Answer {
  readonly r?: number;
  readonly a?: string;
  readonly b: { readonly s?: string };
}

/** A minimal client that only knows the protocol's messages. */
class Client {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, () => void>();
  #request = 0;
  onPush: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const text = String(data);
      // Fragments of long messages are ignored.
      if (!text.startsWith('{"t":"d"')) return;
      const { r, a } = (JSON.parse(text) as { d: Answer }).d;
      if (a !== undefined) this.onPush();
      else if (r !== undefined) this.#answers.get(r)?.();
    };
  }

  static async connect(host: string): Promise<Client> {
    const socket = new WebSocket(`ws://${host}/.ws?v=5&ns=bench`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new Client(socket);
  }

  ask(a: string, b: object): Promise<void> {
    const r = ++this.#request;
    this.#socket.send(JSON.stringify({ t: 'd', d: { r, a, b } }));
    return new Promise((resolve) => {
      this.#answers.set(r, () => {
        this.#answers.delete(r);
        resolve();
      });
    });
  }

  close(): void {
    this.#socket.close();
  }
}

/** Milliseconds per unit of /proc, constant on Linux. */
const TICK_MS = 10;

/** The processor time of a process in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const rows: (readonly [string, string, string, string, boolean])[] = [];
let processorMsBefore = 0;
/** Adds a row with the processor time since the last one; `isMet`: the goal is reached. */
function report(what: string, value: string, goal: string, isMet: boolean): void {
  const now = processorMs(emulator.child.pid as number);
  rows.push([what, value, `${now - processorMsBefore} ms`, goal, isMet]);
  processorMsBefore = now;
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

/** The memory of a process in MiB. */
function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

const startedAt = performance.now();
const emulator = startEmulatorProcess('database/bin/savepoint-database.mjs', ['--port', '0', '--quiet'], {
  env: { NODE_OPTIONS: YOUNG_GENERATION },
});
const { host } = new URL(await emulator.ready());
const readyMs = performance.now() - startedAt;
report('ready to serve', `${readyMs.toFixed(0)} ms`, 'under 150 ms', readyMs < 150);
const put = (path: string, body: string) =>
  fetch(`http://${host}${path}?ns=bench&print=silent`, { method: 'PUT', headers: OWNER, body });

try {
  const pid = emulator.child.pid as number;
  const children = Object.fromEntries(
    Array.from({ length: CHILDREN }, (_, index) => [`child-${index}`, { score: index % 5_000, name: 'a' }]),
  );
  await put('/scores.json', JSON.stringify(children));
  const memory = residentMib(pid);
  report(`memory with ${CHILDREN} small children`, `${memory.toFixed(0)} MiB`, 'under 100 MiB', memory < 100);

  await put('/.settings/rules.json', '{"rules":{".read":true,".write":true,"scores":{".indexOn":"score"}}}');
  const reader = await Client.connect(host);
  await reader.ask('q', { p: '/scores', q: { i: 'score', l: WINDOW, vf: 'r' }, t: 1, h: '' });
  const writer = await Client.connect(host);
  const windowMs = await timed(async () => {
    for (let index = 0; index < CHANGES; index++) {
      await writer.ask('p', { p: `/scores/child-${index}/score`, d: 6_000 + index });
    }
  });
  const changeMs = windowMs / CHANGES;
  report(
    `a change in a window of ${WINDOW} of these`,
    `${changeMs.toFixed(2)} ms`,
    'under 2 ms',
    changeMs < 2,
  );
  reader.close();

  const pushMs = await timed(() =>
    Promise.all(
      Array.from({ length: PUSHES }, (_, index) => writer.ask('p', { p: `/list/-push-${index}`, d: index })),
    ),
  );
  const perSecond = (PUSHES / pushMs) * 1_000;
  report(`${PUSHES} pushes`, `${perSecond.toFixed(0)} /s`, 'over 5,000 /s', perSecond > 5_000);

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
  const fanOutMs = times.toSorted((left, right) => left - right)[times.length / 2] as number;
  report(
    `a change reaches ${LISTENERS} listeners`,
    `${fanOutMs.toFixed(0)} ms`,
    'under 50 ms',
    fanOutMs < 50,
  );
  for (const client of [...listeners, writer]) client.close();

  const value = 'x'.repeat(200);
  const count = Math.floor(IMPORT_BYTES / 220);
  const large = JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value])),
  );
  const importMs = await timed(() => put('/import.json', large));
  report(
    `import of ${(large.length / MIB).toFixed(0)} MiB`,
    `${(importMs / 1_000).toFixed(1)} s`,
    'under 5 s',
    importMs < 5_000,
  );
} finally {
  emulator.child.kill('SIGTERM');
  await emulator.ended();
}

const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, measured, processor, goal, isMet] of rows) {
  const columns = [what.padEnd(width), measured.padStart(10), processor.padStart(8), goal];
  console.log(`${columns.join('  ')}${isMet ? '' : '  MISSED'}`);
}
if (rows.some(([, , , , isMet]) => !isMet)) process.exitCode = 1;
