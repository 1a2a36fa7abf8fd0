// Measures createOrder under contention (200 shoppers, 20 units of one size) and in parallel on
// separate products (1, 10 and 50 at a time). A function instance in production handles many
// requests at once; here each is a process, and --processes says how many there are. It starts a
// Firestore emulator of its own; on a stack it uses that one's Firestore, triggers, payments, and
// accounts: npm run exec -- -- npm run bench:orders -- --processes 4. --races N repeats the
// contention.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  movementsPath,
  type StockShard,
  sizeKey,
  stockShardPaths,
  sumUnits,
} from '@savepoint/model/stock-shards';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { StockBook } from '../../functions/src/stock/stock-book.ts';
import { OrderInstance } from './orders/order-instance.ts';
import type { Outcome, Shopper } from './orders/order-process.ts';

const SHOPPERS = 200;
const UNITS = 20;
const ORDERS_PER_ROUND = 200;
const PARALLEL = [1, 10, 50];
const TIMEOUT_MS = 600_000;

const number = { type: 'string', default: '1' } as const;
const { values } = parseArgs({ options: { processes: number, races: number } });
const [PROCESSES, RACES] = (['processes', 'races'] as const).map((name) => {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${name} is '${values[name]}'; it must be a whole number from 1 on.`);
}) as [number, number];

const RUN = randomUUID().slice(0, 8);
const AUTH_HOST = process.env.FIREBASE_AUTH_EMULATOR_HOST;

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
  await db.doc(`products/${id}`).set({
    ...{ name: id, price: 45, image: '/art/bench.webp', inStock: true },
    ...{ stockAt: new Date(0).toISOString(), variants: [{ size: 'M', stock }] },
  });
  await firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const book = new StockBook(transaction);
    await book.set(id, 'M', stock, { at: new Date(), reason: 'created', actor: 'admin' });
    book.write();
  });
}

/** A new shopper, with an account on a stack. */
async function createShopper(name: string): Promise<Shopper> {
  const uid = `${name}-${RUN}`;
  if (AUTH_HOST === undefined) return { uid };
  const response = await fetch(
    `http://${AUTH_HOST}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${uid}@example.com`,
        password: 'secret-pass-1',
        returnSecureToken: true,
      }),
    },
  );
  const { localId, idToken } = (await response.json()) as { localId: string; idToken: string };
  return { uid: localId, token: idToken };
}

const createShoppers = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => createShopper(`${name}-${n}`)));

async function unitsOf(db: Firestore, productId: string): Promise<number> {
  const shards = await db.getAll(...stockShardPaths(productId).map((path) => db.doc(path)));
  return sumUnits(shards.map((shard) => shard.data() as StockShard | undefined)).get(sizeKey('M')) ?? 0;
}

async function unitsMoved(db: Firestore, productId: string): Promise<number> {
  const { docs } = await db.collection(movementsPath(productId)).get();
  return docs.reduce((sum, movement) => sum + Number(movement.get('units')), 0);
}

type PlaceOrder = (shopper: Shopper, productId: string) => Promise<Outcome>;

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

async function contention(order: PlaceOrder, db: Firestore, race: number): Promise<boolean> {
  const productId = `contended-${race}-${RUN}`;
  await createProduct(db, productId, UNITS);
  const shoppers = await createShoppers(SHOPPERS, `racer-${race}`);
  const startedAt = performance.now();
  const outcomes = await Promise.all(shoppers.map((shopper) => order(shopper, productId)));
  const label = `${SHOPPERS} shoppers at ${UNITS} units, ${PROCESSES} ${PROCESSES === 1 ? 'process' : 'processes'}`;
  printResult(label, outcomes, performance.now() - startedAt);
  const reasons = new Map<string, number>();
  for (const { rejection = 'created' } of outcomes) reasons.set(rejection, (reasons.get(rejection) ?? 0) + 1);
  console.log(`  ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')}`);
  const unitsLeft = await unitsOf(db, productId);
  const moved = await unitsMoved(db, productId);
  const orders = db.collection('orders').where('productIds', 'array-contains', productId);
  const orderCount = (await orders.count().get()).data().count;
  const isCorrect =
    reasons.get('created') === UNITS &&
    reasons.get('out-of-stock') === SHOPPERS - UNITS &&
    unitsLeft === 0 &&
    moved === unitsLeft &&
    orderCount === UNITS;
  console.log(`  ${orderCount} orders, ${unitsLeft} units left, ${moved} by the movements`);
  if (!isCorrect) console.error(`  FAILED: expected ${UNITS} orders, and 0 units by shards and movements.`);
  return isCorrect;
}

async function parallel(order: PlaceOrder, db: Firestore, width: number): Promise<boolean> {
  await Promise.all(
    Array.from({ length: width }, (_, n) => createProduct(db, `lane-${width}-${n}-${RUN}`, ORDERS_PER_ROUND)),
  );
  // An account may hold a limited number of unpaid units, so each order has its own.
  const shoppers = await createShoppers(ORDERS_PER_ROUND, `shopper-${width}`);
  const outcomes: Outcome[] = [];
  const lane = async (n: number) => {
    for (let shopper = shoppers.pop(); shopper !== undefined; shopper = shoppers.pop())
      outcomes.push(await order(shopper, `lane-${width}-${n}-${RUN}`));
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
  const projectId = process.env.SAVEPOINT_PROJECT_ID ?? `demo-bench-${RUN}`;
  const app = initializeApp({ projectId });
  const db = getFirestore(app);
  const instances = Array.from({ length: PROCESSES }, () => new OrderInstance(projectId));
  let orders = 0;
  const order: PlaceOrder = (shopper, productId) =>
    (instances[orders++ % PROCESSES] as OrderInstance).order(shopper, productId);
  const watchdog = setTimeout(() => {
    console.error(`FAILED: not finished after ${TIMEOUT_MS / 1000} s.`);
    firestore?.kill();
    process.exit(1);
  }, TIMEOUT_MS);
  try {
    // Warm-up: excludes the opening of connections from all results.
    await createProduct(db, `warm-up-${RUN}`, PROCESSES);
    const first = await createShoppers(PROCESSES, 'warm-up');
    await Promise.all(first.map((shopper) => order(shopper, `warm-up-${RUN}`)));
    const results: boolean[] = [];
    for (let race = 0; race < RACES; race += 1) results.push(await contention(order, db, race));
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
