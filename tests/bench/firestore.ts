// Compares this emulator with @firestore-emulator/server, and with Google's where it is installed,
// on the same machine in one run, through the server SDK, bare gRPC, REST and WebChannel, each
// client in its own process. Prints a table. --check exits with 1 when a goal is missed, --quick
// uses smaller collections, --write-docs writes the table into the README of the emulator, --only
// GROUP,GROUP selects among requests, transactions, queries, listeners, web, start, scale. --limits
// compares this emulator with itself instead: with the warnings of `--limits warn`, and without.

import { parseArgs } from 'node:util';
import { Firestore } from '@google-cloud/firestore';
import { findGoogleEmulatorJar } from '../support/google-emulator.ts';
import { writeMarkedBlock } from '../support/marked-block.ts';
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
import * as sdkBenchmarks from './firestore/sdk-benchmarks.ts';
import {
  startGoogle,
  startLarge,
  startNoop,
  startOurs,
  startPeer,
  timeToReady,
} from './firestore/server-process.ts';

const README = new URL('../../packages/firestore/README.md', import.meta.url);
const README_COMMAND = 'bench:firestore -- --write-docs';
const PEER_LIMIT_MS = 30_000;
const ALL_GROUPS = 'requests,transactions,queries,listeners,web,start,scale';
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    only: { type: 'string', default: ALL_GROUPS },
    'write-docs': { type: 'boolean', default: false },
  },
});
const groups = new Set(values.only.split(','));
const documents = values.quick ? 10_000 : 100_000;
const missed: string[] = [];

function goal(text: string, holds: boolean): void {
  console.log(`  ${holds ? 'met   ' : 'MISSED'} ${text}`);
  if (!holds) missed.push(text);
}

const digits = (value: number) => value.toFixed(value < 10 ? 2 : 0);
const times = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(1)}x`);

function show(outcome: Outcome, unit: string): string {
  return typeof outcome === 'string' ? outcome.slice(0, 24) : `${digits(outcome.value)} ${unit}`;
}

function cpu(outcome: Outcome): string {
  return typeof outcome === 'string' ? '' : `${outcome.serverCpu.toFixed(3)} ms`;
}

const COLUMNS = [36, 20, 26, 26, 9, 9, 10, 14, 9, 9, 8];

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => cell.padEnd(COLUMNS[i] as number)).join(''));
}

function showTable(compared: readonly ComparedBenchmark[]): void {
  const [first, second] = [
    ['', 'savepoint-', '@firestore-', "Google's", 'by the clock', '', '', 'server CPU', '', '', 'client'],
    [
      'benchmark',
      'firestore',
      'packages/server',
      'packages',
      'peer',
      'Google',
      'no-op',
      'savepoint',
      'peer',
      'Google',
      'share',
    ],
  ];
  row(first as string[]);
  row(second as string[]);
  for (const each of compared) {
    const { benchmark, ours, peer, google } = each;
    const share = clientShare(each);
    row([
      benchmark.name,
      show(ours, benchmark.unit),
      show(peer, benchmark.unit),
      google === undefined ? '' : show(google, benchmark.unit),
      times(ratio(each, peer)),
      times(ratio(each, google)),
      times(ratio(each, each.noop)),
      cpu(ours),
      times(cpuRatio(each, peer)),
      times(cpuRatio(each, google)),
      share === undefined ? '' : `${Math.round(share * 100)} %`,
    ]);
  }
  console.log(
    'by the clock: how many times better savepoint-firestore is; no-op: a server on the same gRPC library that does nothing',
  );
  console.log(
    'server CPU: the time per operation of savepoint-firestore, and how many times more each other server takes',
  );
  console.log(
    'client share: the CPU time of the client as a share of the wall time, with savepoint-firestore',
  );
}

/**
 * The table for the README of the emulator, with the factors by which it is better than each other
 * server.
 */
function readmeTable(compared: readonly ComparedBenchmark[]): string {
  const outcome = (each: Outcome | undefined, unit: string): string =>
    each === undefined ? '' : typeof each === 'string' ? 'failed' : show(each, unit);
  const rows = compared.map((each) => {
    const { benchmark, ours, peer, google } = each;
    const cells = [
      ...[ours, google, peer].map((server) => outcome(server, benchmark.unit)),
      times(ratio(each, google)),
      times(cpuRatio(each, google)),
      times(ratio(each, peer)),
    ];
    return `| ${benchmark.name} | ${cells.join(' | ')} |`;
  });
  const command = `npm run bench:firestore -- --write-docs${values.quick ? ' --quick' : ''}`;
  return [
    `\`${command}\`, the server SDK as client, each server alone in turn. The`,
    'last three columns say how many times better savepoint-firestore is.',
    '',
    "| benchmark | savepoint-firestore | Google's emulator | @firestore-emulator/server | than Google's | than Google's, by server CPU | than the other |",
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

function checkGoal(each: ComparedBenchmark): void {
  const { benchmark, ours } = each;
  if (typeof ours === 'string') {
    goal(`${benchmark.name}: ${ours}`, false);
    return;
  }
  if (benchmark.group === 'listeners')
    goal('a change reaches 1,000 listeners in under 50 ms', ours.value < 50);
  const wallTimeRatio = ratio(each, each.peer);
  const googleRatio = ratio(each, each.google);
  if (googleRatio !== undefined) {
    goal(
      `${benchmark.name}: no slower than Google's (${times(googleRatio)} by wall time, ${times(cpuRatio(each, each.google))} by server CPU)`,
      googleRatio >= 1,
    );
  }
  const noopRatio = ratio(each, each.noop);
  if (noopRatio !== undefined) {
    goal(`${benchmark.name}: at least 0.9 of a no-op server (${noopRatio.toFixed(2)})`, noopRatio >= 0.9);
  }
  if (wallTimeRatio === undefined) return;
  const limits = `; a server with zero latency: ${times(clientCeiling(each))}`;
  goal(
    `${benchmark.name}: at least twice the peer (${times(wallTimeRatio)} by wall time, ${times(cpuRatio(each, each.peer))} by server CPU${limits})`,
    wallTimeRatio >= 2,
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
  const latencies: number[][] = [];
  let bytes = 0;
  for (const size of sizes) {
    const server = await startLarge(size);
    process.env.FIRESTORE_EMULATOR_HOST = server.address;
    const db = new Firestore({ projectId: 'demo-bench' });
    const equality = await sdkBenchmarks.equality(UNMETERED, db, 300);
    const range = await sdkBenchmarks.range(UNMETERED, db, 300);
    latencies.push([equality.value, range.value]);
    bytes = server.bytesPerDocument ?? 0;
    await db.terminate();
    await server.stop();
  }
  const [few, many] = latencies as [number[], number[]];
  const slower = Math.max(...few.map((time, i) => (many[i] as number) / time));
  console.log(`\n${'documents'.padEnd(16)}20 by equality   20 by range`);
  for (const [i, size] of sizes.entries()) {
    console.log(
      `${String(size).padEnd(16)}${latencies[i]?.map((time) => `${time.toFixed(2)} ms`.padEnd(16)).join('')}`,
    );
  }
  console.log(`memory for a small document: ${Math.round(bytes)} bytes`);
  goal(
    `a query of 20 takes at most 1.5 times as long at ${sizes[1]} documents (${slower.toFixed(2)})`,
    slower <= 1.5,
  );
  goal('under 1.2 KB of memory for a small document', bytes < 1200);
}

const LIMITS_COST_MAX = 0.03;

async function limitsCost(selected: typeof benchmarks): Promise<void> {
  const servers = {
    ...{ ours: () => startOurs('warn'), peer: () => startOurs('off') },
    ...{ google: undefined, noop: startNoop },
  };
  const costs: number[] = [];
  for (const each of await compareServers(selected, documents, servers, PEER_LIMIT_MS)) {
    const timesLess = cpuRatio(each, each.peer);
    console.log(`${each.benchmark.name.padEnd(36)}${cpu(each.ours).padEnd(14)}${cpu(each.peer).padEnd(14)}`);
    if (timesLess !== undefined) costs.push(1 / timesLess - 1);
  }
  const cost = medianOf(costs);
  goal(
    `--limits warn costs at most 3 % of server CPU in the median (${(100 * cost).toFixed(1)} %)`,
    cost <= LIMITS_COST_MAX,
  );
}

const benchmarks = createBenchmarks(documents).filter(({ group }) => groups.has(group));
if (values.limits) {
  await limitsCost(benchmarks);
} else if (benchmarks.length > 0) {
  const jar = findGoogleEmulatorJar();
  if (jar === undefined) {
    console.log(
      "Google's emulator is not installed and not compared: set FIRESTORE_EMULATOR_JAR to its jar.",
    );
  }
  const compared = await compareServers(
    benchmarks,
    documents,
    {
      ours: startOurs,
      peer: startPeer,
      google: jar === undefined ? undefined : () => startGoogle(jar),
      noop: startNoop,
    },
    PEER_LIMIT_MS,
  );
  showTable(compared);
  if (values['write-docs']) writeMarkedBlock(README, README_COMMAND, readmeTable(compared));
  console.log('\nGoals');
  for (const each of compared) checkGoal(each);
}
if (groups.has('start') && !values.limits) await start();
if (groups.has('scale') && !values.limits) await scale();
if (values.check && missed.length > 0) process.exitCode = 1;
process.exit();
