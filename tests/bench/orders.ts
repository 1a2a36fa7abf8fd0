// Measures createOrder under contention (200 shoppers, 20 units of one size) and in parallel on
// separate products (1, 10 and 50 at a time). A function instance in production handles many
// requests at once; here this process is the instance. Starts a Firestore emulator of its own
// unless FIRESTORE_EMULATOR_HOST is set. `npm run bench:orders`.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type StockShard, shardsOf, sizeKey, stockShardPaths, sumUnits } from '@savepoint/model/stock-shards';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { keyedMutex } from '../../functions/src/firestore/keyed-mutex.ts';
import type { OrderContext } from '../../functions/src/orders/order-context.ts';
import { replaceOrder } from '../../functions/src/orders/replace-order.ts';

const SHOPPERS = 200;
const UNITS = 20;
const ORDERS_PER_ROUND = 200;
const PARALLEL = [1, 10, 50];
const TIMEOUT_MS = 120_000;

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface Outcome {
  readonly milliseconds: number;
  /** Why createOrder rejected; undefined for an order that was created. */
  readonly rejection?: string;
}

async function startFirestore(): Promise<ChildProcess | undefined> {
  if (process.env.FIRESTORE_EMULATOR_HOST) return undefined;
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      fromRoot('packages/firestore/src/main.ts'),
      '--port',
      String(port),
      '--rules',
      fromRoot('firestore.rules'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit'),
  ])) as [unknown];
  if (!String(line).includes(String(port))) throw new Error(`Firestore did not start: ${String(line)}`);
  process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${port}`;
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function createProduct(db: Firestore, id: string, stock: number): Promise<void> {
  const variants = [{ size: 'M', stock }];
  const batch = db.batch();
  batch.set(db.doc(`products/${id}`), {
    ...{ name: id, price: 45, image: '/art/bench.webp', inStock: true, variants },
  });
  for (const [path, shard] of shardsOf(id, variants)) batch.set(db.doc(path), shard);
  await batch.commit();
}

async function unitsOf(db: Firestore, productId: string): Promise<number> {
  const shards = await db.getAll(...stockShardPaths(productId).map((path) => db.doc(path)));
  return sumUnits(shards.map((shard) => shard.data() as StockShard | undefined)).get(sizeKey('M')) ?? 0;
}

async function order(context: OrderContext, uid: string, productId: string): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    await replaceOrder(
      context,
      { uid, email: undefined },
      {
        lines: [{ productId, size: 'M', quantity: 1 }],
        address: {
          name: 'Ada',
          line1: '1 Way',
          city: 'Town',
          postalCode: '12345',
          region: 'NY',
          country: 'US',
        },
        delivery: 'standard',
        idempotencyKey: randomUUID(),
      },
    );
    return { milliseconds: elapsed() };
  } catch (error) {
    const { code, details, message } = error as {
      code?: unknown;
      details?: { reason?: string };
      message: string;
    };
    return { milliseconds: elapsed(), rejection: details?.reason ?? `${String(code)}: ${message}` };
  }
}

function percentile(sorted: readonly number[], fraction: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0).toFixed(0);
}

function printResult(label: string, outcomes: readonly Outcome[], milliseconds: number): void {
  const times = outcomes.map((outcome) => outcome.milliseconds).sort((a, b) => a - b);
  const rate = (outcomes.length / milliseconds) * 1000;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((fraction) => percentile(times, fraction));
  console.log(
    `${label.padEnd(44)} ${rate.toFixed(0).padStart(5)} orders/s   p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms`,
  );
}

async function contention(context: OrderContext, db: Firestore): Promise<boolean> {
  await createProduct(db, 'contended', UNITS);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, n) => order(context, `shopper-${n}`, 'contended')),
  );
  printResult(`${SHOPPERS} shoppers at ${UNITS} units of one size`, outcomes, performance.now() - startedAt);
  const reasons = new Map<string, number>();
  for (const { rejection = 'created' } of outcomes) reasons.set(rejection, (reasons.get(rejection) ?? 0) + 1);
  console.log(`  ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')}`);
  const unitsLeft = await unitsOf(db, 'contended');
  const orderCount = (await db.collection('orders').count().get()).data().count;
  const isCorrect =
    reasons.get('created') === UNITS &&
    reasons.get('out-of-stock') === SHOPPERS - UNITS &&
    unitsLeft === 0 &&
    orderCount === UNITS;
  if (!isCorrect)
    console.error(`  FAILED: ${orderCount} orders and ${unitsLeft} units left; expected ${UNITS} and 0.`);
  return isCorrect;
}

async function parallel(context: OrderContext, db: Firestore, width: number): Promise<boolean> {
  await Promise.all(
    Array.from({ length: width }, (_, n) => createProduct(db, `lane-${width}-${n}`, ORDERS_PER_ROUND)),
  );
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async (n: number) => {
    while (next < ORDERS_PER_ROUND) {
      next += 1;
      // An account may hold a limited number of unpaid units, so each order has its own.
      outcomes.push(await order(context, `shopper-${width}-${next}`, `lane-${width}-${n}`));
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: width }, (_, n) => lane(n)));
  printResult(
    `${width} in parallel on ${width === 1 ? 'one product' : `${width} products`}`,
    outcomes,
    performance.now() - startedAt,
  );
  const rejected = outcomes.find(({ rejection }) => rejection !== undefined);
  if (rejected) console.error(`  FAILED: rejected with ${rejected.rejection}`);
  return rejected === undefined;
}

async function main(): Promise<boolean> {
  process.env.METADATA_SERVER_DETECTION = 'none';
  const firestore = await startFirestore();
  const app = initializeApp({ projectId: `demo-bench-${randomUUID().slice(0, 8)}` });
  const db = getFirestore(app);
  const context: OrderContext = {
    store: firestoreDocumentStore(db),
    runExclusive: keyedMutex(),
    payments: undefined,
    now: () => new Date(),
    ordersPerHour: 1_000_000,
    warn: () => undefined,
  };
  const watchdog = setTimeout(() => {
    console.error(`FAILED: not finished after ${TIMEOUT_MS / 1000} s.`);
    firestore?.kill();
    process.exit(1);
  }, TIMEOUT_MS);
  try {
    // Warm-up: excludes the opening of connections from all results.
    await createProduct(db, 'warm-up', 1);
    await order(context, 'warm-up', 'warm-up');
    await db.recursiveDelete(db.collection('orders'));
    const results = [await contention(context, db)];
    for (const width of PARALLEL) results.push(await parallel(context, db, width));
    return results.every(Boolean);
  } finally {
    clearTimeout(watchdog);
    await deleteApp(app);
    firestore?.kill();
  }
}

process.exit((await main()) ? 0 : 1);
