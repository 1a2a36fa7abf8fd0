import { type StockShard, sumUnits } from '@savepoint/model/stock-shards';
import type { Usage } from '../firestore/simulated-firestore.ts';
import { percentile } from '../kernel/percentile.ts';
import { OPENS_MS } from './drop-queue.ts';
import type { DropResult } from './run-drop.ts';

/** The figures of a run. */
export interface Summary {
  /** Responses by outcome, most frequent first. */
  readonly outcomes: readonly (readonly [outcome: string, count: number])[];
  readonly orders: readonly (readonly [status: string, count: number])[];
  /** Milliseconds until the response to a press of the button. */
  readonly answerMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** The share of presses with a response within a second. */
  readonly withinSecond: number;
  readonly ordersPerSecondMax: number;
  /** When the last unit was first ordered, in milliseconds after the opening, if it was. */
  readonly lastOrderMs: number | undefined;
  /**
   * Documents read and written per shopper without an order, including a share of the drop's common
   * reads and writes, but not an open page's reads of its own entry.
   */
  readonly readsPerLoser: number;
  readonly writesPerLoser: number;
  /** The pages' reads of own entries, per shopper. */
  readonly listenerReads: number;
  /** When every unit had been assigned, in a line or a draw. */
  readonly assignedMs: number | undefined;
  readonly aborted: number;
  readonly unitsLeft: number;
}

export function summarize({ measurements, shop, shoppers, options, queue }: DropResult): Summary {
  const outcomes = countBy(measurements.answers, ({ outcome }) => outcome);
  const times = measurements.answers.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const orders = shop.firestore.peekCollection('orders');
  const buyers = new Set([...orders.values()].map(({ userId }) => userId));
  const losers = shoppers.filter(({ uid }) => !buyers.has(uid));
  const perLoser = (count: (usage: Usage) => number) =>
    losers.reduce((sum, { usage }) => sum + count(usage), 0) / Math.max(1, losers.length) +
    (queue === undefined ? 0 : count(queue.usage) / shoppers.length);
  const shards = [...shop.firestore.peekCollection('products/hoodie/stockShards').values()];
  return {
    outcomes,
    orders: countBy([...orders.values()], ({ status }) => String(status)),
    answerMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) },
    withinSecond: times.filter((ms) => ms <= 1000).length / Math.max(1, times.length),
    ordersPerSecondMax: measurements.ordersBySecond.reduce((max, count) => Math.max(max, count), 0),
    lastOrderMs: momentOfUnit(measurements.ordersBySecond, options.units, OPENS_MS[options.way]),
    readsPerLoser: perLoser(({ reads }) => reads),
    writesPerLoser: perLoser(({ writes }) => writes),
    listenerReads: (queue?.listenerReads ?? 0) / shoppers.length,
    assignedMs: queue?.assignedMs,
    aborted: [...measurements.aborted.values()].reduce((sum, count) => sum + count, 0),
    unitsLeft: [...sumUnits(shards as unknown as StockShard[]).values()].reduce(
      (sum, units) => sum + units,
      0,
    ),
  };
}

function momentOfUnit(ordersBySecond: readonly number[], units: number, opensMs: number): number | undefined {
  let orders = 0;
  for (const [second, count] of ordersBySecond.entries()) {
    orders += count;
    if (orders >= units) return second * 1000 - opensMs;
  }
  return undefined;
}

function countBy<T>(list: readonly T[], keyOf: (item: T) => string): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
}
