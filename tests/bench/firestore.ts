// Measures the emulator beside @firestore-emulator/server on the same machine in one run, through the server SDK,
// REST and WebChannel. Prints a table; with --check exits with 1 where a goal is missed. --quick leaves out what
// needs minutes. The two run one after the other, never together.

import { Firestore } from '@google-cloud/firestore';
import { fanOut } from './firestore/fan-out.ts';
import * as measures from './firestore/measures.ts';
import { type ServerProcess, startLarge, startOurs, startPeer } from './firestore/server-process.ts';
import { restRoundTrip, webChannelRoundTrip } from './firestore/web-measures.ts';

const quick = process.argv.includes('--quick');
const check = process.argv.includes('--check');
const PEER_LIMIT_MS = 60_000;

interface Line {
  readonly name: string;
  readonly unit: string;
  /** True where more is better. */
  readonly rising: boolean;
  readonly measure: (db: Firestore, address: string) => Promise<number>;
}

const QUERY_DOCUMENTS = quick ? 10_000 : 100_000;

const lines: readonly Line[] = [
  { name: 'set, one at a time', unit: '/s', rising: true, measure: measures.setSequential },
  { name: 'set, 100 in flight', unit: '/s', rising: true, measure: measures.setParallel },
  { name: 'getDoc, one at a time', unit: '/s', rising: true, measure: measures.getSequential },
  { name: 'batches of 500', unit: 'documents/s', rising: true, measure: (db) => measures.batches(db) },
  {
    name: 'transactions on one document',
    unit: '/s',
    rising: true,
    measure: (db) => measures.transactions(db, 1, 400),
  },
  {
    name: 'transactions on 100 documents',
    unit: '/s',
    rising: true,
    measure: (db) => measures.transactions(db, 100, 1000),
  },
  {
    name: '1,000 listeners hear a change',
    unit: 'ms',
    rising: false,
    measure: (_, address) => fanOut(address),
  },
  {
    name: `fill ${QUERY_DOCUMENTS} documents`,
    unit: 's',
    rising: false,
    measure: seconds((db) => measures.fill(db, QUERY_DOCUMENTS)),
  },
  {
    name: `20 by equality of ${QUERY_DOCUMENTS}`,
    unit: 'ms',
    rising: false,
    measure: (db) => measures.equality(db),
  },
  {
    name: `20 by range and order of ${QUERY_DOCUMENTS}`,
    unit: 'ms',
    rising: false,
    measure: (db) => measures.range(db),
  },
  { name: 'REST get', unit: 'ms', rising: false, measure: (_, address) => restRoundTrip(address) },
  {
    name: 'WebChannel write',
    unit: 'ms',
    rising: false,
    measure: (_, address) => webChannelRoundTrip(address),
  },
];

function seconds(work: (db: Firestore) => Promise<void>): Line['measure'] {
  return async (db) => {
    const began = performance.now();
    await work(db);
    return (performance.now() - began) / 1000;
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`more than ${ms / 1000} s`)), ms);
  });
  work.catch(() => {});
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Every line's figure, or why there is none. */
async function measureAll(server: ServerProcess, limit: number): Promise<(number | string)[]> {
  process.env.FIRESTORE_EMULATOR_HOST = server.address;
  const figures: (number | string)[] = [];
  for (const line of lines) {
    const db = new Firestore({ projectId: 'demo-bench' });
    try {
      figures.push(await within(limit, line.measure(db, server.address)));
    } catch (error) {
      figures.push((error as Error).message.split('\n', 1)[0] as string);
    }
    await Promise.race([db.terminate().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
  }
  return figures;
}

function show(figure: number | string, unit: string): string {
  return typeof figure === 'number' ? `${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}` : figure.slice(0, 34);
}

const missed: string[] = [];

function goal(text: string, holds: boolean): void {
  console.log(`  ${holds ? 'met   ' : 'MISSED'} ${text}`);
  if (!holds) missed.push(text);
}

async function compare(): Promise<void> {
  const starts: number[] = [];
  for (let i = 0; i < 5; i++) {
    const server = await startOurs();
    starts.push(server.readyMs);
    await server.stop();
  }
  const ready = starts.sort((a, b) => a - b)[2] as number;
  const ours = await startOurs();
  const oursFigures = await measureAll(ours, 300_000);
  await ours.stop();
  const peer = await startPeer();
  const peerFigures = await measureAll(peer, PEER_LIMIT_MS);
  await peer.stop();
  console.log(`${'measure'.padEnd(40)}${'ours'.padEnd(22)}${'@firestore-emulator/server'.padEnd(36)}ratio`);
  for (const [i, { name, unit, rising }] of lines.entries()) {
    const [mine, theirs] = [oursFigures[i] as number | string, peerFigures[i] as number | string];
    const both = typeof mine === 'number' && typeof theirs === 'number';
    const ratio = both ? (rising ? mine / theirs : theirs / mine) : undefined;
    console.log(
      `${name.padEnd(40)}${show(mine, unit).padEnd(22)}${show(theirs, unit).padEnd(36)}${ratio?.toFixed(1) ?? ''}`,
    );
  }
  console.log(`${'ready to serve'.padEnd(40)}${show(ready, 'ms').padEnd(22)}${show(peer.readyMs, 'ms')}`);
  console.log('\nGoals');
  for (const [i, { name, rising }] of lines.entries()) {
    const [mine, theirs] = [oursFigures[i] as number | string, peerFigures[i] as number | string];
    if (typeof mine !== 'number') goal(`${name}: ${mine}`, false);
    else if (typeof theirs === 'number')
      goal(`${name}: at least twice the peer`, (rising ? mine / theirs : theirs / mine) >= 2);
  }
  goal('a change reaches 1,000 listeners in under 50 ms', Number(oursFigures[6]) < 50);
  goal('ready in under 300 ms', ready < 300);
}

async function scale(): Promise<void> {
  const sizes = quick ? [1000, 100_000] : [1000, 1_000_000];
  const times: number[][] = [];
  let bytes = 0;
  for (const size of sizes) {
    const server = await startLarge(size);
    process.env.FIRESTORE_EMULATOR_HOST = server.address;
    const db = new Firestore({ projectId: 'demo-bench' });
    times.push([await measures.equality(db, 300), await measures.range(db, 300)]);
    bytes = server.bytesPerDocument ?? 0;
    await db.terminate();
    await server.stop();
  }
  const [few, many] = times as [number[], number[]];
  const ratio = Math.max(...few.map((time, i) => (many[i] as number) / time));
  console.log(`\n${'documents'.padEnd(16)}20 by equality   20 by range`);
  for (const [i, size] of sizes.entries()) {
    console.log(
      `${String(size).padEnd(16)}${times[i]?.map((time) => `${time.toFixed(2)} ms`.padEnd(16)).join('')}`,
    );
  }
  console.log(`memory for a small document: ${Math.round(bytes)} bytes`);
  goal(
    `a query of 20 takes at most 1.5 times as long at ${sizes[1]} documents (${ratio.toFixed(2)})`,
    ratio <= 1.5,
  );
  goal('under 1.2 KB of memory for a small document', bytes < 1200);
}

await compare();
await scale();
if (check && missed.length > 0) process.exitCode = 1;
process.exit();
