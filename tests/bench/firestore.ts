// Measures the emulator beside @firestore-emulator/server on the same machine in one run, through the server SDK,
// REST and WebChannel, each client in a process of its own. Prints a table; with --check exits with 1 where a goal is
// missed. --quick leaves out what needs minutes; --only requests,transactions,queries,listeners,web,start,scale picks.

import { parseArgs } from 'node:util';
import { Firestore } from '@google-cloud/firestore';
import { createBenchmarks } from './firestore/benchmarks.ts';
import {
  type ComparedBenchmark,
  clientCeiling,
  clientShare,
  compareServers,
  cpuRatio,
  type Outcome,
  ratio,
} from './firestore/comparison.ts';
import { type Meter, medianOf } from './firestore/measurement.ts';
import * as measures from './firestore/sdk-benchmarks.ts';
import { startIdle, startLarge, startOurs, startPeer, timeToReady } from './firestore/server-process.ts';

const PEER_LIMIT_MS = 30_000;
const ALL_PARTS = 'requests,transactions,queries,listeners,web,start,scale';
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: ALL_PARTS },
  },
});
const parts = new Set(values.only.split(','));
const documents = values.quick ? 10_000 : 100_000;
const missed: string[] = [];

function goal(text: string, holds: boolean): void {
  console.log(`  ${holds ? 'met   ' : 'MISSED'} ${text}`);
  if (!holds) missed.push(text);
}

const digits = (figure: number) => figure.toFixed(figure < 10 ? 2 : 0);
const times = (figure: number | undefined) => (figure === undefined ? '' : `${figure.toFixed(1)}x`);

function show(outcome: Outcome, unit: string): string {
  return typeof outcome === 'string' ? outcome.slice(0, 24) : `${digits(outcome.value)} ${unit}`;
}

function cpu(outcome: Outcome): string {
  return typeof outcome === 'string' ? '' : `${outcome.serverCpu.toFixed(3)} ms`;
}

const COLUMNS = [36, 20, 26, 8, 10, 14, 14, 8, 8];

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(COLUMNS[i] as number)).join(''));
}

function showTable(compared: readonly ComparedBenchmark[]): void {
  row(['', '', '@firestore-', '', 'ratio of', 'CPU of the server for one', '', '', 'client']);
  row(['measure', 'ours', 'emulator/server', 'ratio', 'idle', 'ours', 'theirs', 'ratio', 'share']);
  for (const each of compared) {
    const { benchmark: line, ours, peer: theirs } = each;
    const share = clientShare(each);
    row([
      line.name,
      show(ours, line.unit),
      show(theirs, line.unit),
      times(ratio(each, ours)),
      times(ratio(each, each.idle)),
      cpu(ours),
      cpu(theirs),
      times(cpuRatio(each)),
      share === undefined ? '' : `${Math.round(share * 100)} %`,
    ]);
  }
  console.log(
    'ratio of idle: what a server on the same gRPC library reaches that does nothing and keeps nothing',
  );
  console.log('client share: how much of the time by the clock the client itself computes, with ours');
}

function checkLine(each: ComparedBenchmark): void {
  const { benchmark: line, ours } = each;
  if (typeof ours === 'string') {
    goal(`${line.name}: ${ours}`, false);
    return;
  }
  if (line.group === 'listeners') goal('a change reaches 1,000 listeners in under 50 ms', ours.value < 50);
  const byClock = ratio(each, ours);
  if (byClock === undefined) return;
  const ceiling = ratio(each, each.idle);
  const idle = ceiling === undefined ? '' : `; an idle server: ${times(ceiling)}`;
  const most = `${idle}; a server that takes no time: ${times(clientCeiling(each))}`;
  goal(
    `${line.name}: at least twice the peer (${times(byClock)} by the clock, ${times(cpuRatio(each))} by server CPU${most})`,
    byClock >= 2,
  );
}

async function start(): Promise<void> {
  const ready: number[] = [];
  for (let i = 0; i < 5; i++) ready.push(await timeToReady());
  const peer = await startPeer();
  await peer.stop();
  console.log(`\nready to serve: ${digits(medianOf(ready))} ms (peer ${digits(peer.readyMs)} ms)`);
  goal('ready in under 300 ms', medianOf(ready) < 300);
}

const UNMETERED: Meter = { begin: async () => {}, end: async () => {} };

async function scale(): Promise<void> {
  const sizes = values.quick ? [1000, 100_000] : [1000, 1_000_000];
  const found: number[][] = [];
  let bytes = 0;
  for (const size of sizes) {
    const server = await startLarge(size);
    process.env.FIRESTORE_EMULATOR_HOST = server.address;
    const db = new Firestore({ projectId: 'demo-bench' });
    const equality = await measures.equality(UNMETERED, db, 300);
    const range = await measures.range(UNMETERED, db, 300);
    found.push([equality.value, range.value]);
    bytes = server.bytesPerDocument ?? 0;
    await db.terminate();
    await server.stop();
  }
  const [few, many] = found as [number[], number[]];
  const slower = Math.max(...few.map((time, i) => (many[i] as number) / time));
  console.log(`\n${'documents'.padEnd(16)}20 by equality   20 by range`);
  for (const [i, size] of sizes.entries()) {
    console.log(
      `${String(size).padEnd(16)}${found[i]?.map((time) => `${time.toFixed(2)} ms`.padEnd(16)).join('')}`,
    );
  }
  console.log(`memory for a small document: ${Math.round(bytes)} bytes`);
  goal(
    `a query of 20 takes at most 1.5 times as long at ${sizes[1]} documents (${slower.toFixed(2)})`,
    slower <= 1.5,
  );
  goal('under 1.2 KB of memory for a small document', bytes < 1200);
}

const lines = createBenchmarks(documents).filter(({ group: part }) => parts.has(part));
if (lines.length > 0) {
  const compared = await compareServers(
    lines,
    documents,
    { ours: startOurs, peer: startPeer, idle: startIdle },
    PEER_LIMIT_MS,
  );
  showTable(compared);
  console.log('\nGoals');
  for (const each of compared) checkLine(each);
}
if (parts.has('start')) await start();
if (parts.has('scale')) await scale();
if (values.check && missed.length > 0) process.exitCode = 1;
process.exit();
