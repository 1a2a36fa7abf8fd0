// Soak test: several kinds of clients use one emulator for minutes. Fails when memory grows, a
// connection leaks, or a client gets an error. Run: npm run bench:soak [-- --minutes 10]

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAdminAdapter } from '../conformance/adapters/admin-adapter.ts';
import { createBrowserAdapter } from '../conformance/adapters/browser-adapter.ts';
import { createFullAdapter, createLiteAdapter } from '../conformance/adapters/node-adapters.ts';
import { createRestAdapter } from '../conformance/adapters/rest-adapter.ts';
import type { ClientAdapter } from '../conformance/client-adapter.ts';
import { startSavepoint } from '../conformance/emulator-under-test.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { createMemoryProbe } from './memory-probe.ts';

const PROJECT = 'demo-soak';
const SAMPLE_MS = 15_000;
/** Each client rewrites this many documents, so that the database does not grow. */
const DOCUMENTS = 50;
/** Large enough for the undo log to reach its size limit within the first third of the run. */
const TEXT = 'x'.repeat(2000);
/** The memory of the last third of the run, relative to the second, must stay below this factor. */
const GROWTH_LIMIT = 1.1;
const SETTLE_MS = 3_000;
const FETCH_AGENT = Symbol.for('undici.globalDispatcher.1');

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const runMs = Number(values.minutes) * 60_000;
if (!(runMs > 0)) throw new Error(`--minutes ${values.minutes}: expected a positive number.`);

interface SoakStats {
  rounds: number;
  writes: number;
  readonly errors: string[];
}

/** The resident set size of a process in bytes, from /proc. */
function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

/** The number of established connections to `port`, from /proc. */
function openConnections(pid: number, port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n');
  // Local address, remote address, state; 01 is ESTABLISHED.
  return lines.filter((line) => new RegExp(`^\\s*\\d+: \\S+:${hex} \\S+ 01`).test(line)).length;
}

async function writeAndRead(adapter: ClientAdapter, collection: string, round: number): Promise<number> {
  const path = `${collection}/d${round % DOCUMENTS}`;
  await adapter.write([{ set: path, fields: { round, even: round % 2 === 0, text: TEXT } }]);
  const found = await adapter.get(path);
  if (found?.round !== round) throw new Error(`${adapter.name} wrote ${round} and read ${found?.round}`);
  await adapter.query({ collection, where: [{ field: 'even', op: '==', value: true }], limit: 10 });
  await adapter.aggregate({ collection }, { all: 'count' });
  await adapter.addInTransaction(`${collection}/counter`, 1);
  return 2;
}

async function listenOnce(adapter: ClientAdapter, collection: string, round: number): Promise<number> {
  const name = `${collection}-${round}`;
  const query = {
    collection: `${collection}-listen`,
    where: [{ field: 'round', op: '==' as const, value: round }],
  };
  await adapter.listen(name, query);
  await adapter.awaitSnapshot(name, 0);
  await adapter.write([{ set: `${collection}-listen/d${round % 5}`, fields: { round } }]);
  await adapter.awaitSnapshot(name, 1);
  await adapter.unlisten(name);
  return 1;
}

async function client(
  open: () => Promise<ClientAdapter>,
  name: string,
  endsAt: number,
  stats: SoakStats,
): Promise<void> {
  let adapter = await open();
  for (let round = 1; Date.now() < endsAt; round++) {
    try {
      const written = await writeAndRead(adapter, name, round);
      const listened = adapter.canListen ? await listenOnce(adapter, name, round) : 0;
      stats.writes += written + listened;
      // Reconnecting reveals what the emulator leaks per client.
      if (round % 200 === 0) {
        await adapter.close();
        adapter = await open();
      }
      stats.rounds++;
    } catch (error) {
      stats.errors.push(`${name}: ${(error as Error).message}`);
      if (stats.errors.length > 20) break;
    }
  }
  await adapter.close();
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

const memoryProbe = await createMemoryProbe();
const emulator = await startSavepoint([], memoryProbe.nodeFlags);
const pid = emulator.pid as number;
const port = Number(emulator.host.split(':')[1]);
const browser = await launchChromium();
const stats: SoakStats = { rounds: 0, writes: 0, errors: [] };
const endsAt = Date.now() + runMs;
const { host } = emulator;

const samples: { live: number; resident: number }[] = [];
async function sample(): Promise<void> {
  samples.push({ live: await memoryProbe.liveBytes(), resident: residentBytes(pid) });
}
const sampler = setInterval(() => {
  sample().catch((error: Error) => stats.errors.push(`memory could not be sampled: ${error.message}`));
}, SAMPLE_MS);
await Promise.all([
  client(() => createFullAdapter(host, PROJECT), 'full', endsAt, stats),
  client(() => createLiteAdapter(host, PROJECT), 'lite', endsAt, stats),
  client(() => createAdminAdapter(host, PROJECT), 'admin', endsAt, stats),
  client(() => createRestAdapter(host, PROJECT), 'rest', endsAt, stats),
  client(() => createBrowserAdapter(browser, host, PROJECT, 'streaming'), 'browser-streaming', endsAt, stats),
  client(
    () => createBrowserAdapter(browser, host, PROJECT, 'long-polling'),
    'browser-polling',
    endsAt,
    stats,
  ),
]);
clearInterval(sampler);
await browser.close();
// Node's fetch pools connections of this process, which are not leaks of the emulator.
await (globalThis as unknown as Record<symbol, { close(): Promise<void> }>)[FETCH_AGENT]?.close();
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const leakedConnections = openConnections(pid, port);
memoryProbe.close();
await emulator.close();
const third = Math.floor(samples.length / 3);
const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;
console.log(
  `soak of ${values.minutes} min: ${stats.rounds} rounds, ${stats.writes} writes, ${stats.errors.length} errors`,
);
let isFlat = samples.length >= 3;
for (const [key, name] of [
  ['live', 'live after garbage collection'],
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
console.log(`leaked connections: ${leakedConnections}`);
for (const error of stats.errors.slice(0, 20)) console.log(`  ${error}`);
if (stats.errors.length > 0 || leakedConnections > 0 || !isFlat) process.exitCode = 1;
