// Kills workers of onOrderWritten at random moments while orders are created, and checks that each
// order has its email exactly once. Starts a stack of its own on free ports. The seed decides the
// pauses and the victims. Linux only: workers are found by their environment.
//   npm run fault:workers -- --seed N --kills 50 --orders 1000
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { readLocalSecrets } from '../../packages/stack/src/config/local-secrets.ts';
import { findFreePorts } from '../../packages/stack/src/config/ports.ts';
import { statePath } from '../../packages/stack/src/config/project.ts';
import {
  type ProcessIdentity,
  RUN_ID_VARIABLE,
  systemProcessTable,
} from '../../packages/stack/src/processes/process-table.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import { startStack } from '../../packages/stack/src/stack/stack.ts';
import { createRandom } from '../support/random.ts';
import { openShop } from '../support/shop-project.ts';

const SHOP = openShop();
/**
 * The longest delay of a kill after a worker was first seen, or after it listened. A worker takes a
 * second or more to start.
 */
const MAX_PAUSE_MS = { starting: 1500, listening: 500 };
const POLL_MS = 20;
/** Emails are awaited for this long after the last one that arrived. */
const SILENCE_TIMEOUT_MS = 60_000;

interface Options {
  readonly seed: number;
  readonly kills: number;
  readonly orders: number;
}

interface Worker extends ProcessIdentity {
  /** True if it serves requests; before that, it loads the functions. */
  readonly isListening: boolean;
}

/** The live workers of the function in this run: those of functions without secrets. */
function findWorkers(run: Run): Worker[] {
  const secrets = Object.keys(readLocalSecrets(SHOP));
  return systemProcessTable.list().flatMap(({ pid, startTime }) => {
    const environment = systemProcessTable.environmentOf(pid) ?? [];
    const isOurs =
      [`${RUN_ID_VARIABLE}=${run.id}`, 'FUNCTION_DEBUG_MODE=true'].every((line) =>
        environment.includes(line),
      ) && !environment.some((line) => secrets.includes(line.split('=', 1)[0] as string));
    // A worker listens on the Unix socket in PORT.
    const socket = environment.find((line) => line.startsWith('PORT='))?.slice('PORT='.length) ?? '';
    return isOurs ? [{ pid, startTime, isListening: existsSync(socket) }] : [];
  });
}

async function createOrder(db: Firestore, n: number): Promise<void> {
  await db.doc(`orders/order-${n}`).set({
    userId: `shopper-${n}`,
    email: emailOf(n),
    lines: [{ id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45, quantity: 1, size: 'M' }],
    subtotalCents: 4500,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 4500,
    status: 'paid',
    address: { name: 'Ada' },
    createdAt: new Date(),
  });
}

/** Each order has its own address, so that a second email counts whatever its document id. */
const emailOf = (n: number) => `shopper-${n}@example.com`;

/** Kills a worker after a random pause and returns it. */
async function killWorker(run: Run, maxPauseMs: number, random: () => number): Promise<Worker> {
  await pause(random() * maxPauseMs);
  for (;;) {
    const workers = findWorkers(run);
    const victim = workers[Math.floor(random() * workers.length)];
    if (victim !== undefined && systemProcessTable.startTimeOf(victim.pid) === victim.startTime) {
      systemProcessTable.signal(victim.pid, 'SIGKILL');
      return victim;
    }
    await pause(POLL_MS);
  }
}

async function countEmails(db: Firestore): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const mail of (await db.collection('mail').get()).docs) {
    for (const address of mail.get('to') as string[]) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** Resolves when each order has an email, or when no further one arrives. */
async function waitForEmails(db: Firestore, orders: number): Promise<Map<string, number>> {
  let counts = await countEmails(db);
  for (let lastAt = Date.now(); counts.size < orders && Date.now() - lastAt < SILENCE_TIMEOUT_MS; ) {
    await pause(250);
    const next = await countEmails(db);
    if (next.size > counts.size) lastAt = Date.now();
    counts = next;
  }
  return counts;
}

/**
 * Creates the orders in as many parts as there are kills. The first order of a part starts a
 * worker; the others are created while it is killed, at random either while it starts or while it
 * works. Returns the killed workers.
 */
async function createOrdersAndKill(
  run: Run,
  db: Firestore,
  { seed, kills, orders }: Options,
): Promise<Worker[]> {
  const random = createRandom(seed);
  const killed: Worker[] = [];
  let created = 0;
  const createUntil = async (end: number) => {
    for (; created < end; created += 1) await createOrder(db, created);
  };
  for (let part = 1; part <= kills; part += 1) {
    await createUntil(created + 1);
    const phase = random() < 0.5 ? 'starting' : 'listening';
    while (!findWorkers(run).some(({ isListening }) => isListening || phase === 'starting'))
      await pause(POLL_MS);
    const others = createUntil(Math.floor((orders * part) / kills));
    const [worker] = await Promise.all([killWorker(run, MAX_PAUSE_MS[phase], random), others]);
    killed.push(worker);
  }
  return killed;
}

async function measure(options: Options): Promise<boolean> {
  const run = new Run(SHOP.environment);
  const abandoned: string[] = [];
  const lastLines: string[] = [];
  const interrupt = () => void run.end().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const ports = await findFreePorts(SHOP);
    const stack = await startStack(SHOP, {
      run,
      ports,
      services: [],
      eventLogFolder: statePath(SHOP.folder, 'event-log'),
      onLine: (server, line) => {
        if (line.startsWith('trigger: ')) abandoned.push(line);
        lastLines.push(`${server}: ${line}`);
        if (lastLines.length > 40) lastLines.shift();
      },
    });
    Object.assign(process.env, stack.environment, { METADATA_SERVER_DETECTION: 'none' });
    const app = initializeApp({ projectId: stack.environment.GCLOUD_PROJECT ?? '' });
    const db = getFirestore(app);
    const startedAt = performance.now();
    const killed = await Promise.race([createOrdersAndKill(run, db, options), stack.broken]);
    const counts = await waitForEmails(db, options.orders);
    const seconds = (performance.now() - startedAt) / 1000;
    await deleteApp(app);
    stack.stop();
    const perOrder = Array.from({ length: options.orders }, (_, n) => counts.get(emailOf(n)) ?? 0);
    const missing = perOrder.filter((count) => count === 0).length;
    const double = perOrder.filter((count) => count > 1).length;
    const starting = killed.filter(({ isListening }) => !isListening).length;
    console.log(
      `seed ${options.seed}: ${options.orders} orders, ${killed.length} workers killed (${starting} of them while starting), ` +
        `${missing} emails missing, ${double} double, ${abandoned.length} events abandoned, ${seconds.toFixed(1)} s`,
    );
    const isCorrect = missing === 0 && double === 0 && abandoned.length === 0;
    if (!isCorrect)
      console.error(['FAILED. The last lines of the servers:', ...abandoned, ...lastLines].join('\n'));
    return isCorrect;
  } finally {
    await run.end();
  }
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      kills: { type: 'string', default: '50' },
      orders: { type: 'string', default: '1000' },
    },
  });
  const wholeNumber = (name: keyof typeof values) => {
    if (!/^[1-9]\d{0,8}$/.test(values[name])) {
      throw new Error(`--${name} ${values[name]}: expected a whole number from 1, such as --${name} 50.`);
    }
    return Number(values[name]);
  };
  const options = { seed: wholeNumber('seed'), kills: wholeNumber('kills'), orders: wholeNumber('orders') };
  if (options.orders < options.kills)
    throw new Error('--orders: expected at least as many orders as --kills.');
  return options;
}

async function main(): Promise<number> {
  try {
    if (process.platform !== 'linux')
      throw new Error('Only Linux lets this find workers by their environment.');
    return (await measure(parseOptions())) ? 0 : 1;
  } catch (error) {
    console.error(`fault:workers: ${(error as Error).message}`);
    return 1;
  }
}

process.exit(await main());
