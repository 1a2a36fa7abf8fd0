// The client process: receives the name of a benchmark from its parent, runs it and sends the
// result. It is a separate process so that the CPU time of the SDK is not part of the server's.
// Usage: fork client.ts ADDRESS DOCUMENTS

import { once } from 'node:events';
import { Firestore } from '@google-cloud/firestore';
import { createBenchmarks } from './benchmarks.ts';
import type { Meter } from './measurement.ts';

/**
 * A message to the parent, which replies to `begin` and `end` once it has read the CPU time of the
 * server.
 */
export type ClientMessage =
  | { readonly kind: 'begin' | 'end'; readonly cpu: NodeJS.CpuUsage }
  | { readonly kind: 'done'; readonly value: number; readonly operations: number }
  | { readonly kind: 'failed'; readonly reason: string };

const [address, documents] = process.argv.slice(2) as [string, string];
process.env.FIRESTORE_EMULATOR_HOST = address;

const send = (message: ClientMessage) => process.send?.(message);

async function signal(kind: 'begin' | 'end'): Promise<void> {
  send({ kind, cpu: process.cpuUsage() });
  await once(process, 'message');
}

const meter: Meter = { begin: () => signal('begin'), end: () => signal('end') };
const benchmarks = createBenchmarks(Number(documents));

for (;;) {
  const [name] = (await once(process, 'message')) as [string];
  const db = new Firestore({ projectId: 'demo-bench' });
  try {
    const benchmark = benchmarks.find((each) => each.name === name);
    if (benchmark === undefined) throw new Error(`no benchmark is called ${name}`);
    const { value, operations } = await benchmark.measure(meter, db, address);
    send({ kind: 'done', value, operations });
  } catch (error) {
    send({ kind: 'failed', reason: (error as Error).message.split('\n', 1)[0] as string });
  }
  await db.terminate().catch(() => {});
}
