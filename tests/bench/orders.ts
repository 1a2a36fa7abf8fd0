// Measures createOrder under contention (200 shoppers, 20 units of one size) and in parallel on
// separate products (1, 10 and 50 at a time). A function instance in production handles many
// requests at once; here each is a process, and --processes says how many there are. Starts a
// Firestore emulator of its own unless FIRESTORE_EMULATOR_HOST is set, as by `npm run exec`.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type StockShard, shardsOf, sizeKey, stockShardPaths, sumUnits } from '@savepoint/model/stock-shards';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { OrderInstance } from './orders/order-instance.ts';
import type { Outcome } from './orders/order-process.ts';

const SHOPPERS = 200;
const UNITS = 20;
const ORDERS_PER_ROUND = 200;
const PARALLEL = [1, 10, 50];
const TIMEOUT_MS = 120_000;

const { values } = parseArgs({ options: { processes: { type: 'string', default: '1' } } });
const PROCESSES = Number(values.processes);
if (!(Number.isInteger(PROCESSES) && PROCESSES >= 1))
  throw new Error(`--processes is '${values.processes}'; it must be a whole number from 1 on.`);

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

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

type PlaceOrder = (uid: string, productId: string) => Promise<Outcome>;

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

async function contention(order: PlaceOrder, db: Firestore): Promise<boolean> {
  await createProduct(db, 'contended', UNITS);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, n) => order(`shopper-${n}`, 'contended')),
  );
  const label = `${SHOPPERS} shoppers at ${UNITS} units, ${PROCESSES} ${PROCESSES === 1 ? 'process' : 'processes'}`;
  printResult(label, outcomes, performance.now() - startedAt);
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

async function parallel(order: PlaceOrder, db: Firestore, width: number): Promise<boolean> {
  await Promise.all(
    Array.from({ length: width }, (_, n) => createProduct(db, `lane-${width}-${n}`, ORDERS_PER_ROUND)),
  );
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async (n: number) => {
    while (next < ORDERS_PER_ROUND) {
      next += 1;
      // An account may hold a limited number of unpaid units, so each order has its own.
      outcomes.push(await order(`shopper-${width}-${next}`, `lane-${width}-${n}`));
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
  const projectId = `demo-bench-${randomUUID().slice(0, 8)}`;
  const app = initializeApp({ projectId });
  const db = getFirestore(app);
  const instances = Array.from({ length: PROCESSES }, () => new OrderInstance(projectId));
  let orders = 0;
  const order: PlaceOrder = (uid, productId) =>
    (instances[orders++ % PROCESSES] as OrderInstance).order(uid, productId);
  const watchdog = setTimeout(() => {
    console.error(`FAILED: not finished after ${TIMEOUT_MS / 1000} s.`);
    firestore?.kill();
    process.exit(1);
  }, TIMEOUT_MS);
  try {
    // Warm-up: excludes the opening of connections from all results.
    await createProduct(db, 'warm-up', PROCESSES);
    await Promise.all(instances.map((_, n) => order(`warm-up-${n}`, 'warm-up')));
    await db.recursiveDelete(db.collection('orders'));
    const results = [await contention(order, db)];
    for (const width of PARALLEL) results.push(await parallel(order, db, width));
    return results.every(Boolean);
  } finally {
    clearTimeout(watchdog);
    for (const instance of instances) instance.stop();
    await deleteApp(app);
    firestore?.kill();
  }
}

process.exit((await main()) ? 0 : 1);
