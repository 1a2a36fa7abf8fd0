// Measures the speed and memory of a product sync and its undo, and verifies that a second sync
// writes nothing. The Shopify emulator and Firestore are processes of their own; each catalog
// size is synced in a fresh process, so that its peak memory is its own.
//   npm run bench:sync [-- --products 1000,10000]
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { createProductPageReader } from '../../functions/src/shop-platform/read-product-page.ts';
import { runSync } from '../../functions/src/sync/run-sync.ts';
import { undoSync } from '../../functions/src/sync/undo-sync.ts';
import { startOurs } from './firestore/server-process.ts';

const SELF = fileURLToPath(import.meta.url);
const SHOPIFY_EMULATOR = fileURLToPath(new URL('../../packages/shopify/src/main.ts', import.meta.url));

interface Run {
  readonly syncId: string;
  readonly seconds: number;
  readonly created: number;
  readonly updated: number;
}

/** The result of one process: a first sync, a second one, and its peak memory. */
interface Measurement {
  readonly first: Run;
  readonly second: Run;
  readonly rewritten: number;
  readonly undoSeconds: number;
  readonly idleMegabytes: number;
  readonly peakMegabytes: number;
  /**
   * Heap after garbage collection at the tenth page and at the last page: reading must not
   * accumulate.
   */
  readonly heapMegabytes: readonly number[];
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

async function measure(apiBase: string): Promise<Measurement> {
  const idleMegabytes = process.resourceUsage().maxRSS / 1024;
  initializeApp({ projectId: `demo-bench-${randomUUID().slice(0, 8)}` });
  const db = getFirestore();
  await db.doc('categories/apparel').set({ name: 'Apparel' });
  const read = createProductPageReader({ storeDomain: 'bench.myshopify.com', accessToken: 'bench', apiBase });
  const heapMegabytes: number[] = [];
  let pages = 0;
  const readPage: typeof read = async (cursor) => {
    const page = await read(cursor);
    pages += 1;
    if (heapMegabytes.length < 2 && (pages === 10 || page.nextCursor === null))
      heapMegabytes.push(heapInUse());
    return page;
  };
  const sync = async (): Promise<Run> => {
    const startedAt = performance.now();
    const { syncId, record } = await runSync(
      { db, readPage, now: () => new Date(), newId: randomUUID },
      'bench',
    );
    const { created, updated } = record;
    return { syncId, seconds: (performance.now() - startedAt) / 1000, created, updated };
  };
  const updateTimes = async () => {
    const products = await db.collection('products').select().get();
    return new Map(products.docs.map(({ id, updateTime }) => [id, updateTime.valueOf()]));
  };
  const first = await sync();
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const before = await updateTimes();
  const second = await sync();
  const after = await updateTimes();
  const rewritten = [...after].filter(([id, time]) => before.get(id) !== time).length;
  const undoStartedAt = performance.now();
  for (const { syncId } of [second, first]) await undoSync(db, syncId, new Date());
  const undoSeconds = (performance.now() - undoStartedAt) / 1000;
  return { first, second, rewritten, undoSeconds, idleMegabytes, peakMegabytes, heapMegabytes };
}

/**
 * Starts a process that prints one line when it is ready. Returns the line and a function that
 * stops the process.
 */
async function startProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    line,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function compare(sizes: readonly number[]): Promise<void> {
  const firestore = await startOurs();
  try {
    console.log(
      'products   first sync   products/s   second sync   products written again   both undone   heap MB, page 10 / last   peak memory above idle',
    );
    for (const size of sizes) {
      const shopify = await startProcess(
        [SHOPIFY_EMULATOR, '--port', '0', '--products', String(size), '--no-throttle', '--quiet'],
        {},
      );
      const apiBase = /http:\/\/[\d.:]+/.exec(shopify.line)?.[0] ?? '';
      try {
        const worker = await startProcess(['--expose-gc', SELF, '--measure', apiBase], {
          FIRESTORE_EMULATOR_HOST: firestore.address,
        });
        const measured = JSON.parse(worker.line) as Measurement;
        const { first, second, rewritten, undoSeconds, idleMegabytes, peakMegabytes } = measured;
        await worker.stop();
        if (first.created === 0 || second.created + second.updated + rewritten > 0) process.exitCode = 1;
        const cells = [
          String(first.created).padEnd(8),
          `${first.seconds.toFixed(2)} s`.padEnd(10),
          (first.created / first.seconds).toFixed(0).padEnd(10),
          `${second.seconds.toFixed(2)} s`.padEnd(11),
          String(second.created + second.updated + rewritten).padEnd(22),
          `${undoSeconds.toFixed(2)} s`.padEnd(11),
          measured.heapMegabytes
            .map((megabytes) => megabytes.toFixed(0))
            .join(' / ')
            .padEnd(27),
          `${(peakMegabytes - idleMegabytes).toFixed(0)} MB`,
        ];
        console.log(cells.join('   '));
      } finally {
        await shopify.stop();
      }
    }
  } finally {
    await firestore.stop();
  }
}

const { values } = parseArgs({
  options: { measure: { type: 'string' }, products: { type: 'string', default: '1000,10000' } },
});
if (values.measure === undefined) await compare(values.products.split(',').map(Number));
else {
  console.log(JSON.stringify(await measure(values.measure)));
  process.exit(0);
}
