// Damages data folders of the Firestore emulator at random and fails when a commit is lost that no
// report covers.
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
import { Fields } from '../../packages/firestore/src/core/value.ts';
import { OWNER } from '../../packages/firestore/src/database/access-control.ts';
import { FirestoreEmulator } from '../../packages/firestore/src/emulator/firestore-emulator.ts';

const DATABASE = 'projects/demo-fault/databases/(default)';
const BINARY = fileURLToPath(new URL('../../packages/firestore/bin/savepoint-firestore.js', import.meta.url));
const COMMITS = 60;
const LOCK_ROUNDS = 12;
const PROCESSES_PER_ROUND = 4;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '50' },
    locks: { type: 'boolean', default: false },
  },
});

/** Mulberry32: numbers in [0, 1) that depend on the seed only. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Commits `first` to `last`: each writes one document of its own, c/dN, so that commit N is record
 * N of the log.
 */
async function writeCommits(emulator: FirestoreEmulator, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++) {
    const fields = Object.assign(new Fields(), {
      number: BigInt(number),
      text: 'x'.repeat((number * 37) % 400),
    });
    const common = { mask: undefined, transforms: [], precondition: undefined } as const;
    await emulator
      .database(DATABASE)
      .commit([{ kind: 'update', path: `c/d${number}`, fields, ...common }], OWNER);
  }
}

/** True when the document of the commit is there, as it was written. */
function isStored(emulator: FirestoreEmulator, number: number): boolean {
  return emulator.database(DATABASE).store.get(`c/d${number}`)?.fields.number === BigInt(number);
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

/** Flips one to three bytes, cuts the end off, or both. Returns what was done. */
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

async function damageRound(random: () => number, tally: Tally): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-fault-'));
  try {
    const writer = new FirestoreEmulator({ dataDir: folder });
    await writeCommits(writer, 1, COMMITS);
    writer.close();
    const what = damage(logFile(folder), random);
    const lines: string[] = [];
    let reader: FirestoreEmulator;
    try {
      reader = new FirestoreEmulator({ dataDir: folder, warn: (line) => lines.push(line) });
    } catch (error) {
      // The file is untouched, and the emulator does not start: nothing is lost silently.
      tally.refused++;
      return `${what}: refused: ${(error as Error).message}`;
    }
    tally.reports += lines.length;
    const stored: number[] = [];
    for (let number = 1; number <= COMMITS; number++) {
      if (isStored(reader, number)) {
        stored.push(number);
        continue;
      }
      tally.lost++;
      if (!isReported(lines, number)) tally.silent++;
    }
    await writeCommits(reader, COMMITS + 1, COMMITS + 1);
    reader.close();
    const again = new FirestoreEmulator({ dataDir: folder, warn: () => tally.silent++ });
    for (const number of [...stored, COMMITS + 1]) if (!isStored(again, number)) tally.silent++;
    again.close();
    return `${what}: ${COMMITS - stored.length} of ${COMMITS} commits lost, ${lines.length} reports`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runDamage(seed: number, rounds: number): Promise<boolean> {
  const random = createRandom(seed);
  const tally: Tally = { lost: 0, silent: 0, refused: 0, reports: 0 };
  for (let round = 1; round <= rounds; round++) console.log(`${round}. ${await damageRound(random, tally)}`);
  console.log(
    `Seed ${seed}, ${rounds} rounds: ${tally.lost} commits lost, ${tally.silent} of them silently; ` +
      `${tally.reports} reports, ${tally.refused} starts refused.`,
  );
  return tally.silent === 0;
}

/** One start: resolves when the emulator is ready or has ended. `stop` kills it. */
async function startOn(folder: string) {
  const child = spawn(process.execPath, [BINARY, '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const ready = (async () => {
    for await (const line of createInterface(child.stdout))
      if (line.includes('FIRESTORE_EMULATOR_HOST')) return true;
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

async function runLocks(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-locks-'));
  let failures = 0;
  for (let round = 1; round <= LOCK_ROUNDS; round++) {
    const starts = await Promise.all(Array.from({ length: PROCESSES_PER_ROUND }, () => startOn(folder)));
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
process.exitCode = (await (values.locks ? runLocks() : runDamage(seed, rounds))) ? 0 : 1;
