import type { DropResult } from '../shop/run-drop.ts';
import type { Summary } from '../shop/summary.ts';
import { count, time } from './format.ts';

/**
 * Prints the figures of a run, which took this many seconds of processor time, as a short table.
 */
export function printSummary(result: DropResult, summary: Summary, seconds: number): void {
  const { options, events, virtualMs, problems, logHash } = result;
  const { way, seed, shoppers, units, instances, concurrency } = options;
  const { answerMs } = summary;
  const rows: readonly (readonly [string, string])[] = [
    [way, `${count(shoppers)} shoppers, ${count(units)} units, seed ${seed}`],
    [
      'functions',
      `up to ${instances} instances${concurrency === undefined ? '' : ` of ${concurrency} requests`}`,
    ],
    ['answers', list(summary.outcomes)],
    [
      'answered',
      `50 % in ${time(answerMs.p50)}, 95 % in ${time(answerMs.p95)}, 99 % in ${time(answerMs.p99)}`,
    ],
    ['within a second', `${(100 * summary.withinSecond).toFixed(1)} %`],
    ['orders', list(summary.orders)],
    ['orders a second', `${summary.ordersPerSecondMax} at most`],
    ...(way === 'order'
      ? []
      : [
          [
            'all units given',
            summary.assignedMs === undefined ? 'never' : `after ${time(summary.assignedMs)}`,
          ] as const,
        ]),
    ['all units ordered', summary.lastOrderMs === undefined ? 'never' : `after ${time(summary.lastOrderMs)}`],
    [
      'per person without',
      `${summary.readsPerLoser.toFixed(1)} reads, ${summary.writesPerLoser.toFixed(1)} writes${way === 'order' ? '' : `; ${summary.listenerReads.toFixed(1)} reads of a page`}`,
    ],
    ['aborted', `${count(summary.aborted)} transactions`],
    ['books', problems.length === 0 ? 'balance' : `${problems.length} problems`],
    [
      'simulation',
      `${count(events)} events, ${time(virtualMs)} of virtual time in ${seconds.toFixed(1)} s of processor time`,
    ],
    ['log', logHash.slice(0, 16)],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(20)} ${value}`);
}

function list(counts: readonly (readonly [string, number])[]): string {
  return counts.map(([name, number]) => `${count(number)} ${name}`).join(', ');
}
