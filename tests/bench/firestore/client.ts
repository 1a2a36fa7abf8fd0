// Owns the client process of a measurement: takes the name of a line from its parent, measures it, and answers. It has
// a processor to itself as far as the machine allows, so that the SDK's work is not the server's.
// Usage: fork client.ts ADDRESS DOCUMENTS

import { once } from 'node:events';
import { Firestore } from '@google-cloud/firestore';
import { createBenchmarks } from './benchmarks.ts';
import type { Meter } from './measurement.ts';

/** What the client tells its parent. The parent answers `begin` and `end` once it has looked at the server's clock. */
export type ClientMessage =
  | { readonly kind: 'begin' | 'end'; readonly cpu: NodeJS.CpuUsage }
  | { readonly kind: 'done'; readonly figure: number; readonly operations: number }
  | { readonly kind: 'failed'; readonly why: string };

const [address, documents] = process.argv.slice(2) as [string, string];
process.env.FIRESTORE_EMULATOR_HOST = address;

const tell = (message: ClientMessage) => process.send?.(message);

async function look(kind: 'begin' | 'end'): Promise<void> {
  tell({ kind, cpu: process.cpuUsage() });
  await once(process, 'message');
}

const meter: Meter = { begin: () => look('begin'), end: () => look('end') };
const lines = createBenchmarks(Number(documents));

for (;;) {
  const [name] = (await once(process, 'message')) as [string];
  const db = new Firestore({ projectId: 'demo-bench' });
  try {
    const line = lines.find((each) => each.name === name);
    if (line === undefined) throw new Error(`no line is called ${name}`);
    const { value: figure, operations } = await line.measure(meter, db, address);
    tell({ kind: 'done', figure, operations });
  } catch (error) {
    tell({ kind: 'failed', why: (error as Error).message.split('\n', 1)[0] as string });
  }
  await db.terminate().catch(() => {});
}
