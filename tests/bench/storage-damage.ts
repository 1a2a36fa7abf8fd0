// Damages data folders of the Firestore emulator, or with --emulator database of the Realtime
// Database's, at random and fails when a write is lost that no report covers.
//
//   npm run fault:storage -- --seed N --rounds 50  byte flips and cuts of a log, then a restart
//   npm run fault:storage -- --locks               twelve rounds of four emulators that start on
//                                                  one folder
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ADMIN } from '../../packages/database/src/database/login.ts';
import { Namespaces } from '../../packages/database/src/database/namespaces.ts';
import { OPEN_RULES } from '../../packages/database/src/database/open-rules.ts';
import { putUpdate } from '../../packages/database/src/database/update.ts';
import { compileRuleset, type Ruleset } from '../../packages/database/src/rules/ruleset.ts';
import { Fields } from '../../packages/firestore/src/core/value.ts';
import { OWNER } from '../../packages/firestore/src/database/access-control.ts';
import { FirestoreEmulator } from '../../packages/firestore/src/emulator/firestore-emulator.ts';
import { Clock } from '../../packages/server/src/core/clock.ts';

const DATABASE = 'projects/demo-fault/databases/(default)';
const BINARIES = {
  firestore: '../../packages/firestore/bin/savepoint-firestore.js',
  database: '../../packages/database/bin/savepoint-database.mjs',
} as const;
const COMMITS = 60;
const LOCK_ROUNDS = 12;
const PROCESSES_PER_ROUND = 4;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '50' },
    locks: { type: 'boolean', default: false },
    emulator: { type: 'string', default: 'firestore' },
  },
});

/** An emulator whose write N is record N of its log. */
interface Writer {
  write(number: number): Promise<unknown>;
  /** True if the data of write N is there. */
  isStored(number: number): boolean;
  close(): void;
}

type Open = (folder: string, warn?: (line: string) => void) => Writer;

/** Mulberry32: numbers in [0, 1) that depend only on the seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const textOf = (number: number): string => 'x'.repeat((number * 37) % 400);

const openFirestore: Open = (dataDir, warn) => {
  const emulator = new FirestoreEmulator({ dataDir, ...(warn && { warn }) });
  const database = emulator.database(DATABASE);
  const common = { mask: undefined, transforms: [], precondition: undefined } as const;
  return {
    write(number) {
      const fields = Object.assign(new Fields(), { number: BigInt(number), text: textOf(number) });
      return database.commit([{ kind: 'update', path: `c/d${number}`, fields, ...common }], OWNER);
    },
    isStored: (number) => database.store.get(`c/d${number}`)?.fields.number === BigInt(number),
    close: () => emulator.close(),
  };
};

const openDatabase: Open = (folder, warn = console.error) => {
  const initialRules = () => compileRuleset(OPEN_RULES).ruleset as Ruleset;
  const namespaces = new Namespaces({ clock: new Clock(), initialRules });
  namespaces.open({ folder, warn });
  const namespace = namespaces.get('demo-fault');
  return {
    write: async (number) =>
      namespace.write([putUpdate(`c/d${number}`, { number, text: textOf(number) })], ADMIN),
    isStored: (number) => namespace.root.at(['c', `d${number}`, 'number']).value === number,
    close: () => namespaces.close(),
  };
};

const OPEN = { firestore: openFirestore, database: openDatabase } as const;

async function writeAll(writer: Writer, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++) await writer.write(number);
}

/** True when a line of the report names the record as lost. */
function isReported(lines: readonly string[], number: number): boolean {
  return lines.some((line) => {
    const range = /Lost: records? (\d+)(?: to (\d+)|( and those after it))?/.exec(line);
    if (range === null) return false;
    const first = Number(range[1]);
    const last = range[3] === undefined ? Number(range[2] ?? first) : Number.POSITIVE_INFINITY;
    return number >= first && number <= last;
  });
}

function logFile(folder: string): string {
  const name = readdirSync(folder).find((each) => each.endsWith('.log'));
  if (name === undefined) throw new Error(`${folder} has no log.`);
  return join(folder, name);
}

/** Flips one to three bytes, cuts off the end, or both. Returns what was done. */
function damage(file: string, random: () => number): string {
  let bytes = readFileSync(file);
  const done: string[] = [];
  const kind = Math.floor(random() * 3);
  if (kind !== 1) {
    for (let flips = 1 + Math.floor(random() * 3); flips > 0; flips--) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] as number) ^ (1 + Math.floor(random() * 255));
      done.push(`flip ${at}`);
    }
  }
  if (kind !== 0) {
    bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
    done.push(`cut to ${bytes.length}`);
  }
  writeFileSync(file, bytes);
  return done.join(', ');
}

interface Tally {
  lost: number;
  silent: number;
  refused: number;
  reports: number;
}

async function damageRound(open: Open, random: () => number, tally: Tally): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-fault-'));
  try {
    const writer = open(folder);
    await writeAll(writer, 1, COMMITS);
    writer.close();
    const what = damage(logFile(folder), random);
    const lines: string[] = [];
    let reader: Writer;
    try {
      reader = open(folder, (line) => lines.push(line));
    } catch (error) {
      // The file is untouched, and the emulator does not start: nothing is lost silently.
      tally.refused++;
      return `${what}: refused: ${(error as Error).message}`;
    }
    tally.reports += lines.length;
    const stored: number[] = [];
    for (let number = 1; number <= COMMITS; number++) {
      if (reader.isStored(number)) {
        stored.push(number);
        continue;
      }
      tally.lost++;
      if (!isReported(lines, number)) tally.silent++;
    }
    await reader.write(COMMITS + 1);
    reader.close();
    const again = open(folder, () => tally.silent++);
    for (const number of [...stored, COMMITS + 1]) if (!again.isStored(number)) tally.silent++;
    again.close();
    return `${what}: ${COMMITS - stored.length} of ${COMMITS} commits lost, ${lines.length} reports`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runDamage(open: Open, seed: number, rounds: number): Promise<boolean> {
  const random = createRandom(seed);
  const tally: Tally = { lost: 0, silent: 0, refused: 0, reports: 0 };
  for (let round = 1; round <= rounds; round++)
    console.log(`${round}. ${await damageRound(open, random, tally)}`);
  console.log(
    `Seed ${seed}, ${rounds} rounds: ${tally.lost} commits lost, ${tally.silent} of them silently; ` +
      `${tally.reports} reports, ${tally.refused} starts refused.`,
  );
  return tally.silent === 0;
}

/** One start: resolves when the emulator is ready or has ended. `stop` kills it. */
async function startOn(binary: string, folder: string) {
  const child = spawn(process.execPath, [binary, '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) if (line.includes('_EMULATOR_HOST=')) return true;
    return false;
  })();
  const isReady = await ready;
  const code = isReady ? undefined : await closed;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await closed;
  };
  return { isReady, code, errors: () => errors, stop };
}

async function runLocks(binary: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-locks-'));
  let failures = 0;
  for (let round = 1; round <= LOCK_ROUNDS; round++) {
    const starts = await Promise.all(
      Array.from({ length: PROCESSES_PER_ROUND }, () => startOn(binary, folder)),
    );
    const winners = starts.filter(({ isReady }) => isReady);
    const clear = starts.filter(
      ({ isReady, code, errors }) =>
        !isReady && code === 1 && /^[^\n]+ is in use by [^\n]+\n$/.test(errors()),
    );
    console.log(`${round}. ${winners.length} started, ${clear.length} ended with one line`);
    if (winners.length !== 1 || clear.length !== PROCESSES_PER_ROUND - 1) failures++;
    // Every other winner is killed and leaves its lock file behind.
    for (const { stop } of winners) await stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
  }
  rmSync(folder, { recursive: true });
  console.log(`${LOCK_ROUNDS} rounds of ${PROCESSES_PER_ROUND} starts: ${failures} failures.`);
  return failures === 0;
}

const seed = Number(values.seed);
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${values.seed}: expected an integer.`);
if (!(Number.isSafeInteger(rounds) && rounds > 0))
  throw new Error(`--rounds ${values.rounds}: expected a positive integer.`);
const { emulator } = values;
if (emulator !== 'firestore' && emulator !== 'database')
  throw new Error(`--emulator ${emulator}: expected firestore or database.`);
const binary = fileURLToPath(new URL(BINARIES[emulator], import.meta.url));
const run = values.locks ? runLocks(binary) : runDamage(OPEN[emulator], seed, rounds);
process.exitCode = (await run) ? 0 : 1;
