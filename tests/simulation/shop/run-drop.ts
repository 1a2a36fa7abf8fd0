// A drop from its opening until every order is paid, canceled, expired or refunded: sold as
// ordinary stock, to whoever presses the button, or with the shop's drops, as a line or draw.
import { shardsOf } from '@savepoint/model/stock-shards';
import { type Fault, type FaultLevel, FaultPlan } from '../cloud/fault-plan.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import { Simulation } from '../kernel/simulation.ts';
import type { Measurements } from '../measurements.ts';
import { Books, type Edition } from './books.ts';
import { DropQueue, OPENS_MS } from './drop-queue.ts';
import { DropVisitor } from './drop-visitor.ts';
import { EditionBooks } from './edition-books.ts';
import { type Shopper, ShopperSession } from './shopper.ts';
import { SimulatedShop } from './simulated-shop.ts';

/** How the edition is sold. */
export const DROP_WAYS = ['order', 'line', 'draw'] as const;
export type DropWay = (typeof DROP_WAYS)[number];

export interface DropOptions {
  readonly way: DropWay;
  readonly seed: number;
  readonly shoppers: number;
  readonly units: number;
  /** The limit of instances of each function. */
  readonly instances: number;
  /** Concurrent requests per instance; undefined for the deployed setting of each function. */
  readonly concurrency: number | undefined;
  readonly faults: readonly Fault[];
  readonly faultLevel: FaultLevel;
  readonly hasLimits: boolean;
}

export interface DropResult {
  readonly options: DropOptions;
  /** Problems of the books; empty if they balance. */
  readonly problems: readonly string[];
  /** SHA-256 of the log. */
  readonly logHash: string;
  readonly lastLines: readonly string[];
  readonly events: number;
  readonly virtualMs: number;
  readonly measurements: Measurements;
  readonly shoppers: readonly Shopper[];
  readonly shop: SimulatedShop;
  /** For a line or a draw. */
  readonly queue: DropQueue | undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SIZES = ['S', 'M', 'L'];
const EXPIRY_MS = 5 * MINUTE_MS;
/** From then on nothing fails, and failures are repaired. */
const CALM_AFTER_MS = 3 * HOUR_MS;
/** A run that has not settled by then never will. */
const SETTLED_AFTER_MS = 20 * 24 * HOUR_MS;

/** Runs a drop. An error that no fault explains also counts as a problem. */
export async function runDrop(options: DropOptions, onLine?: (line: string) => void): Promise<DropResult> {
  const simulation = new Simulation(options.seed, onLine);
  const faults = new FaultPlan(simulation, options.faults, options.faultLevel);
  const edition = editionOf(options.units);
  const books = new Books(edition);
  const { instances, concurrency, hasLimits, way } = options;
  const settings = { maxInstances: instances, concurrency, hasLimits };
  const editionBooks = new EditionBooks();
  const shop = new SimulatedShop(simulation, faults, settings, (changes) => {
    books.committed(changes);
    if (queue === undefined) return;
    editionBooks.committed(changes);
    queue.committed(changes);
  });
  const queue = way === 'order' ? undefined : new DropQueue(shop);
  openShop(shop, edition);
  if (way !== 'order') queue?.open(way, options.units);
  const shoppers = startShoppers(shop, options, queue);
  simulation.after(CALM_AFTER_MS, () => faults.end());
  if (queue !== undefined) simulation.spawn(() => queue.runSchedule(SETTLED_AFTER_MS));
  simulation.spawn(() => runScheduler(shop, books));
  try {
    await simulation.run();
    const emails = queue === undefined ? undefined : await editionBooks.close(queue);
    books.close(shop, shoppers, emails);
    books.problems.push(...editionBooks.problems);
  } catch (error) {
    books.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return {
    options,
    problems: books.problems,
    logHash: simulation.log.digest(),
    lastLines: simulation.log.last(),
    events: simulation.events,
    virtualMs: simulation.now,
    measurements: shop.measurements,
    shoppers,
    shop,
    queue,
  };
}

/** The units of the drop in three sizes, and a mug that some shoppers also buy. */
function editionOf(units: number): Edition {
  const hoodie = Object.fromEntries(
    SIZES.map((size, index) => [size, Math.floor((units + index) / SIZES.length)]),
  );
  return { hoodie, mug: { '': 3 * units } };
}

function openShop({ firestore }: SimulatedShop, edition: Edition): void {
  firestore.seed('settings/tax', { version: 1, value: { rate: 0.1, exceptions: [] } });
  firestore.seed('migrations/scheduleAttempts', { scheduled: 0 });
  for (const [id, sizes] of Object.entries(edition)) {
    const variants = Object.entries(sizes).map(([size, stock]) =>
      size === '' ? { stock } : { size, stock },
    );
    firestore.seed(`products/${id}`, {
      name: id,
      price: 45,
      image: `/${id}.webp`,
      inStock: true,
      stockAt: new Date(0).toISOString(),
      variants,
    });
    for (const [path, shard] of shardsOf(id, variants)) firestore.seed(path, shard);
  }
}

/**
 * When a shopper comes: half of them for the opening, the others in the minutes after it. For the
 * opening is within five seconds of it. A line has a waiting room, so four of five of these come
 * before, most of them in the last minutes. A draw has no such second: half come in its first five
 * minutes, and the others are five times as slow.
 */
function arrivalMs(way: DropWay, random: RandomStream): number {
  const isDraw = way === 'draw';
  if (!random.chance(0.5)) return OPENS_MS[way] + random.exponential(isDraw ? 5 * MINUTE_MS : MINUTE_MS);
  if (way === 'line' && random.chance(0.8))
    return Math.max(0, OPENS_MS[way] - random.exponential(4 * MINUTE_MS));
  return OPENS_MS[way] + random.between(0, isDraw ? 5 * MINUTE_MS : 5000);
}

function startShoppers(
  shop: SimulatedShop,
  { shoppers: count, way }: DropOptions,
  queue: DropQueue | undefined,
): Shopper[] {
  const { simulation, firestore } = shop;
  const random = simulation.random('shoppers');
  return Array.from({ length: count }, (_, index): Shopper => {
    const shopper: Shopper = {
      uid: `shopper-${index}`,
      lines: [
        { productId: 'hoodie', size: random.pick(SIZES), quantity: random.chance(0.1) ? 2 : 1 },
        ...(random.chance(0.1) ? [{ productId: 'mug', quantity: 1 }] : []),
      ],
      usage: { reads: 0, writes: 0 },
      confirmed: new Set(),
      paid: new Set(),
      answeredAt: undefined,
    };
    firestore.seed(`users/${shopper.uid}`, {});
    const arrival = arrivalMs(way, random);
    // One in ten shares the address of a mobile carrier or a school.
    const network = random.chance(0.1) ? `shared-${random.below(1 + count / 50)}` : `home-${index}`;
    const open = (tab: string, atMs: number) => {
      const session = new ShopperSession(shop, shopper, {
        random: simulation.random(`${shopper.uid} ${tab}`),
        ...{ network, tab },
      });
      const visit = () => (queue === undefined ? session.run() : visitDrop(queue, session, tab));
      simulation.after(atMs, () => simulation.spawn(visit));
    };
    open('tab 1', arrival);
    if (shop.faults.happens('secondTab')) open('tab 2', arrival + random.exponential(3 * MINUTE_MS));
    return shopper;
  });
}

function visitDrop(queue: DropQueue, session: ShopperSession, tab: string): Promise<void> {
  const { uid, lines } = session.shopper;
  const random = queue.shop.simulation.random(`${uid} drop ${tab}`);
  const first = lines[0]?.size ?? '';
  const sizes = [first, ...SIZES.filter((size) => size !== first)];
  const units = Math.min(lines[0]?.quantity ?? 1, queue.drop().limitPerPerson);
  return new DropVisitor(queue, session, random, { sizes, units }).run();
}

/** The scheduler, which runs less often once the drop is over, until everything is settled. */
async function runScheduler(shop: SimulatedShop, books: Books): Promise<void> {
  const { simulation } = shop;
  let pauseMs = EXPIRY_MS;
  for (;;) {
    await simulation.sleep(pauseMs);
    const isCalm = simulation.now > CALM_AFTER_MS;
    if (isCalm && simulation.pending === 0 && isSettled(shop)) return;
    await shop.expireOrders();
    if (!isCalm) continue;
    if (simulation.now > SETTLED_AFTER_MS) {
      books.problems.push('orders or refunds are never settled');
      return;
    }
    pauseMs = Math.min(6 * HOUR_MS, pauseMs * 1.5);
  }
}

function isSettled({ firestore }: SimulatedShop): boolean {
  const isWaiting = (collection: string, state: string) =>
    [...firestore.peekCollection(collection).values()].some((fields) => fields.state === state);
  return !isWaiting('reservations', 'held') && !isWaiting('refunds', 'pending');
}
