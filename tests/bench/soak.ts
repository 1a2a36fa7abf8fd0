// Owns the soak: mixed clients on one emulator for minutes. Fails when memory grows, a stream or connection stays
// behind, or any client sees an error. Run: npm run bench:soak [-- --minutes 10]

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAdminAdapter } from '../conformance/adapters/admin-adapter.ts';
import { createBrowserAdapter, launchChromium } from '../conformance/adapters/browser-adapter.ts';
import { createFullAdapter, createLiteAdapter } from '../conformance/adapters/node-adapters.ts';
import { createRestAdapter } from '../conformance/adapters/rest-adapter.ts';
import type { ClientAdapter } from '../conformance/client-adapter.ts';
import { startSavepoint } from '../conformance/emulator-under-test.ts';
import { memoryProbe } from './memory-probe.ts';

const PROJECT = 'demo-soak';
const SAMPLE_MS = 15_000;
/** Documents each client keeps rewriting: the database itself must not grow. */
const DOCUMENTS = 50;
/** So large that the past versions the emulator keeps for reads reach their limit within the first third. */
const TEXT = 'x'.repeat(2000);
/** The last third of the run may use this much more than the second. */
const GROWTH_LIMIT = 1.1;
const SETTLE_MS = 3_000;
const FETCH_AGENT = Symbol.for('undici.globalDispatcher.1');

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const runMs = Number(values.minutes) * 60_000;
if (!(runMs > 0)) throw new Error(`--minutes ${values.minutes}: expected a positive number.`);

interface Tally {
  rounds: number;
  writes: number;
  readonly errors: string[];
}

/** Bytes of a process in memory, by /proc. */
function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

/** Open sockets of a process. */
function openConnections(pid: number, port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n');
  // 01 is ESTABLISHED; the local side is the server's.
  return lines.filter((line) => new RegExp(`^\\s*\\d+: \\S+:${hex} \\S+ 01`).test(line)).length;
}

async function writeAndRead(door: ClientAdapter, collection: string, round: number): Promise<number> {
  const path = `${collection}/d${round % DOCUMENTS}`;
  await door.write([{ set: path, fields: { round, even: round % 2 === 0, text: TEXT } }]);
  const found = await door.get(path);
  if (found?.round !== round) throw new Error(`${door.name} wrote ${round} and read ${found?.round}`);
  await door.query({ collection, where: [{ field: 'even', op: '==', value: true }], limit: 10 });
  await door.aggregate({ collection }, { all: 'count' });
  await door.addInTransaction(`${collection}/counter`, 1);
  return 2;
}

async function listenOnce(door: ClientAdapter, collection: string, round: number): Promise<number> {
  const name = `${collection}-${round}`;
  const query = {
    collection: `${collection}-listen`,
    where: [{ field: 'round', op: '==' as const, value: round }],
  };
  await door.listen(name, query);
  await door.awaitSnapshot(name, 0);
  await door.write([{ set: `${collection}-listen/d${round % 5}`, fields: { round } }]);
  await door.awaitSnapshot(name, 1);
  await door.unlisten(name);
  return 1;
}

async function client(
  open: () => Promise<ClientAdapter>,
  name: string,
  endsAt: number,
  tally: Tally,
): Promise<void> {
  let door = await open();
  for (let round = 1; Date.now() < endsAt; round++) {
    try {
      const written = await writeAndRead(door, name, round);
      const listened = door.canListen ? await listenOnce(door, name, round) : 0;
      tally.writes += written + listened;
      // Clients come and go: what they leave behind is what the soak looks for.
      if (round % 200 === 0) {
        await door.close();
        door = await open();
      }
      tally.rounds++;
    } catch (error) {
      tally.errors.push(`${name}: ${(error as Error).message}`);
      if (tally.errors.length > 20) break;
    }
  }
  await door.close();
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

const probe = await memoryProbe();
const emulator = await startSavepoint([], probe.nodeFlags);
const pid = emulator.pid as number;
const port = Number(emulator.host.split(':')[1]);
const browser = await launchChromium();
const tally: Tally = { rounds: 0, writes: 0, errors: [] };
const endsAt = Date.now() + runMs;
const { host } = emulator;

const samples: { live: number; resident: number }[] = [];
async function sample(): Promise<void> {
  samples.push({ live: await probe.liveBytes(), resident: residentBytes(pid) });
}
const sampler = setInterval(() => {
  sample().catch((error: Error) => tally.errors.push(`no sample of memory: ${error.message}`));
}, SAMPLE_MS);
await Promise.all([
  client(() => createFullAdapter(host, PROJECT), 'full', endsAt, tally),
  client(() => createLiteAdapter(host, PROJECT), 'lite', endsAt, tally),
  client(() => createAdminAdapter(host, PROJECT), 'admin', endsAt, tally),
  client(() => createRestAdapter(host, PROJECT), 'rest', endsAt, tally),
  client(() => createBrowserAdapter(browser, host, PROJECT, 'streaming'), 'browser-streaming', endsAt, tally),
  client(
    () => createBrowserAdapter(browser, host, PROJECT, 'long-polling'),
    'browser-polling',
    endsAt,
    tally,
  ),
]);
clearInterval(sampler);
await browser.close();
// Node's fetch keeps connections for reuse; they are this process's, not leaks.
await (globalThis as unknown as Record<symbol, { close(): Promise<void> }>)[FETCH_AGENT]?.close();
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const left = openConnections(pid, port);
probe.close();
await emulator.close();
const third = Math.floor(samples.length / 3);
const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;
console.log(
  `soak of ${values.minutes} min: ${tally.rounds} rounds, ${tally.writes} writes, ${tally.errors.length} errors`,
);
let isFlat = samples.length >= 3;
for (const [key, name] of [
  ['live', 'alive after a collection'],
  ['resident', 'resident'],
] as const) {
  const [before, after] = [second, last].map((part) => mean(part.map((each) => each[key]))) as [
    number,
    number,
  ];
  const grows = !(after < before * GROWTH_LIMIT);
  isFlat &&= !grows;
  console.log(
    `memory ${name}: ${megabytes(before)} in the second third, ${megabytes(after)} in the last (${grows ? 'GROWING' : 'flat'})`,
  );
  const everyMinute = samples.filter((_, index) => index % Math.round(60_000 / SAMPLE_MS) === 0);
  console.log(`  by minute: ${everyMinute.map((each) => megabytes(each[key])).join(', ')}`);
}
console.log(`connections left: ${left}`);
for (const error of tally.errors.slice(0, 20)) console.log(`  ${error}`);
if (tally.errors.length > 0 || left > 0 || !isFlat) process.exitCode = 1;
