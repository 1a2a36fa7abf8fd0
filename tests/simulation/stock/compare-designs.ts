// Each stock design under the same rush: the same arrivals, instances, latency and limits. They are
// the prototypes behind docs/decisions/0079-stock.md.

import { keyedMutex } from '../../../functions/src/firestore/keyed-mutex.ts';
import { type Fault, FaultPlan } from '../cloud/fault-plan.ts';
import type { Outcome } from '../cloud/function-service.ts';
import { FunctionService } from '../cloud/function-service.ts';
import {
  type Connection,
  type DocumentChange,
  SimulatedFirestore,
  type Usage,
} from '../firestore/simulated-firestore.ts';
import { percentile } from '../kernel/percentile.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import { Simulation } from '../kernel/simulation.ts';
import { Measurements } from '../measurements.ts';
import { FUNCTIONS, NETWORK_MS } from '../production.ts';
import { INTENT_QUEUE } from './intent-queue.ts';
import { NUMBERED_UNITS } from './numbered-units.ts';
import { STOCK_SHARDS } from './shards.ts';
import { SINGLE_DOCUMENT } from './single-document.ts';
import type { StockDesign, StockInstance, UnitOrder } from './stock-design.ts';

export const DESIGNS: readonly StockDesign[] = [SINGLE_DOCUMENT, STOCK_SHARDS, NUMBERED_UNITS, INTENT_QUEUE];

export interface RushOptions {
  readonly seed: number;
  readonly shoppers: number;
  readonly units: number;
  readonly instances: number;
  readonly concurrency: number | undefined;
  readonly faults: readonly Fault[];
}

export interface RushResult {
  readonly design: string;
  /** Shoppers by result. */
  readonly taken: number;
  readonly refused: number;
  /** Those who gave up after errors. */
  readonly failed: number;
  /** Rejections while units were left. */
  readonly refusedTooEarly: number;
  /** How much the units in orders and in the stock differ from the edition. */
  readonly imbalance: number;
  readonly left: number;
  /** When the last unit of the edition was first taken, in milliseconds after the opening. */
  readonly soldOutMs: number | undefined;
  readonly ordersPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly readsPerLoser: number;
  readonly writesPerLoser: number;
  readonly aborted: number;
  readonly events: number;
  readonly measurements: Measurements;
}

interface Rush {
  readonly simulation: Simulation;
  readonly firestore: SimulatedFirestore;
  readonly design: StockDesign;
  readonly takes: FunctionService<StockInstance, RushRequest, 'taken' | 'sold-out' | 'waiting'>;
  readonly returns: FunctionService<undefined, RushRequest, void>;
  readonly measurements: Measurements;
  readonly counts: { taken: number; refused: number; failed: number; refusedTooEarly: number };
  readonly takenAt: number[];
  readonly losers: Usage[];
}

interface RushRequest {
  readonly order: UnitOrder;
  readonly usage: Usage;
}

const PRESSES_MAX = 5;
const RUSH_MS = 15 * 60_000;

export async function runRush(design: StockDesign, options: RushOptions): Promise<RushResult> {
  const simulation = new Simulation(options.seed);
  const faults = new FaultPlan(simulation, options.faults, 'usual');
  const measurements = new Measurements();
  const observer = {
    committed: (changes: readonly DocumentChange[], waitedMs: number) =>
      measurements.committed(changes, waitedMs, simulation.now),
    aborted: (path: string) => measurements.abortedBy(path, simulation.now),
  };
  const firestore = new SimulatedFirestore(simulation, observer);
  design.open(firestore, options.units);
  const connect = (carry: Connection['carry'], usage: Usage) =>
    firestore.client({ carry, usage, isReplyLost: () => faults.happens('lostReply') });
  const settings = (name: string) => ({
    ...{ name, maxInstances: options.instances, concurrency: options.concurrency ?? FUNCTIONS.concurrency },
    timeoutMs: FUNCTIONS.timeoutMs,
  });
  let instances = 0;
  const newInstance = (): StockInstance => ({
    ...{ random: simulation.random(`instance ${++instances}`), runExclusive: keyedMutex() },
    ...{ soldOutUntil: 0, candidates: [] },
  });
  const rush: Rush = {
    ...{ simulation, firestore, design, measurements },
    takes: new FunctionService(
      simulation,
      settings('take'),
      faults,
      newInstance,
      ({ state, carry }, { order, usage }) =>
        design.take({ store: connect(carry, usage), instance: state, order, now: simulation.now }),
    ),
    returns: new FunctionService(
      simulation,
      settings('giveBack'),
      faults,
      () => undefined,
      ({ carry }, { order, usage }) => design.giveBack(connect(carry, usage), order),
    ),
    ...{ takenAt: [], losers: [] },
    counts: { taken: 0, refused: 0, failed: 0, refusedTooEarly: 0 },
  };
  const workerUsage: Usage = { reads: 0, writes: 0 };
  startShoppers(rush, options.shoppers);
  simulation.spawn(() =>
    runWorker(
      rush,
      connect((request) => request(), workerUsage),
    ),
  );
  await simulation.run();
  return { ...toResult(rush, options, workerUsage), events: simulation.events };
}

function startShoppers(rush: Rush, count: number): void {
  const { simulation } = rush;
  const random = simulation.random('shoppers');
  for (let index = 0; index < count; index += 1) {
    const own = simulation.random(`shopper-${index}`);
    const order = {
      id: `order-${Math.imul(index + 1, 0x9e3779b1) >>> 0}`,
      uid: `shopper-${index}`,
      quantity: random.chance(0.1) ? 2 : 1,
    };
    simulation.after(random.chance(0.5) ? random.between(0, 5000) : random.exponential(60_000), () =>
      simulation.spawn(() => runShopper(rush, order, own)),
    );
  }
}

async function runShopper(rush: Rush, order: UnitOrder, random: RandomStream): Promise<void> {
  const { simulation, firestore, design, takes, returns, counts } = rush;
  const usage: Usage = { reads: 0, writes: 0 };
  const halfTrip = () => simulation.sleep(random.logNormal(NETWORK_MS) / 2);
  for (let press = 1; press <= PRESSES_MAX; press += 1) {
    const pressedAt = simulation.now;
    await halfTrip();
    const outcome: Outcome<string> = await takes.invoke({ order, usage });
    let answer = 'result' in outcome ? outcome.result : 'error';
    if (answer === 'waiting') answer = await listen(rush, order, usage);
    if (answer === 'sold-out' && design.left(firestore) >= order.quantity) counts.refusedTooEarly += 1;
    await halfTrip();
    rush.measurements.answered({
      ...{ atMs: pressedAt, durationMs: simulation.now - pressedAt },
      outcome: answer === 'taken' ? 'ordered' : answer,
    });
    if (answer === 'taken') {
      counts.taken += 1;
      for (let unit = 0; unit < order.quantity; unit += 1) rush.takenAt.push(simulation.now);
      // One in twelve does not pay.
      if (!random.chance(1 / 12)) return;
      await simulation.sleep(random.between(20_000, 60_000));
      while (!('result' in (await returns.invoke({ order, usage })))) await simulation.sleep(5000);
      return;
    }
    if (answer === 'sold-out') {
      counts.refused += 1;
      rush.losers.push(usage);
      return;
    }
    await simulation.sleep(500 + random.exponential(3000));
  }
  counts.failed += 1;
  rush.losers.push(usage);
}

/** What a shopper's listener learns about their request; the initial look is a read, too. */
async function listen({ simulation, firestore }: Rush, { id }: UnitOrder, usage: Usage): Promise<string> {
  usage.reads += 1;
  for (let waitedMs = 0; waitedMs < FUNCTIONS.timeoutMs; waitedMs += 100) {
    await simulation.sleep(100);
    const state = firestore.peek(`intents/${id}`)?.state;
    if (state === 'waiting') continue;
    usage.reads += 1;
    return state === 'won' ? 'taken' : 'sold-out';
  }
  return 'error';
}

async function runWorker(
  { simulation, design }: Rush,
  store: Parameters<NonNullable<StockDesign['work']>>[0],
): Promise<void> {
  if (design.work === undefined) return;
  while (simulation.now < RUSH_MS) {
    await simulation.sleep(1000);
    await design.work(store).catch(() => undefined);
  }
}

function toResult(
  { firestore, design, measurements, counts, takenAt, losers }: Rush,
  { units }: RushOptions,
  workerUsage: Usage,
): Omit<RushResult, 'events'> {
  const held = [...firestore.peekCollection('orders').values()]
    .filter(({ state }) => state === 'held')
    .reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const left = design.left(firestore);
  const times = measurements.answers.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const moments = takenAt.sort((one, other) => one - other);
  const soldOutMs = moments[units - 1];
  const spanMs = soldOutMs ?? moments.at(-1) ?? 1;
  // The worker's reads and writes for losers are theirs, too.
  const perLoser = (of: (usage: Usage) => number) =>
    losers.reduce((sum, usage) => sum + of(usage), 0) / Math.max(1, losers.length);
  const workerShare = losers.length / Math.max(1, losers.length + counts.taken);
  return {
    design: design.name,
    ...{ ...counts, measurements },
    aborted: measurements.abortedBySecond.reduce((sum, each) => sum + each, 0),
    imbalance: held + left - units,
    ...{ left, soldOutMs },
    ordersPerSecond: (Math.min(units, moments.length) / spanMs) * 1000,
    ...{ p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
    readsPerLoser:
      perLoser(({ reads }) => reads) + (workerUsage.reads * workerShare) / Math.max(1, losers.length),
    writesPerLoser:
      perLoser(({ writes }) => writes) +
      Math.max(0, workerUsage.writes - 5 * counts.taken) / Math.max(1, losers.length),
  };
}
