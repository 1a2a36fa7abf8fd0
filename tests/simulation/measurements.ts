// The measurements of a run, by second of virtual time.
import type { DocumentChange } from './firestore/simulated-firestore.ts';

/** A response to a shopper who pressed the button. */
interface Answer {
  readonly atMs: number;
  readonly durationMs: number;
  /** `ordered`, or the code or reason of the rejection. */
  readonly outcome: string;
}

export class Measurements {
  readonly answers: Answer[] = [];
  readonly ordersBySecond: number[] = [];
  readonly abortedBySecond: number[] = [];
  readonly waitedMsBySecond: number[] = [];
  readonly aborted = new Map<string, number>();
  /** Writes of each document by second; most documents are written once. */
  readonly writes = new Map<string, Map<number, number>>();
  readonly warnings = new Map<string, number>();
  commits = 0;

  answered(answer: Answer): void {
    this.answers.push(answer);
  }

  committed(changes: readonly DocumentChange[], waitedMs: number, now: number): void {
    const second = Math.floor(now / 1000);
    this.commits += 1;
    add(this.waitedMsBySecond, second, waitedMs);
    for (const { path, before } of changes) {
      if (before === undefined && path.startsWith('orders/')) add(this.ordersBySecond, second, 1);
      const seconds = this.writes.get(path) ?? new Map<number, number>();
      this.writes.set(path, seconds.set(second, (seconds.get(second) ?? 0) + 1));
    }
  }

  abortedBy(path: string, now: number): void {
    add(this.abortedBySecond, Math.floor(now / 1000), 1);
    this.aborted.set(path, (this.aborted.get(path) ?? 0) + 1);
  }

  warned(event: string): void {
    this.warnings.set(event, (this.warnings.get(event) ?? 0) + 1);
  }

  /** The most frequently written documents. */
  hottest(count: number): (readonly [path: string, writes: ReadonlyMap<number, number>])[] {
    const sum = (seconds: ReadonlyMap<number, number>) => [...seconds.values()].reduce((a, b) => a + b, 0);
    return [...this.writes]
      .filter(([, seconds]) => sum(seconds) > 1)
      .sort(([path, one], [other, two]) => sum(two) - sum(one) || (path < other ? -1 : 1))
      .slice(0, count);
  }
}

function add(counts: number[], second: number, count: number): void {
  while (counts.length <= second) counts.push(0);
  counts[second] = (counts[second] as number) + count;
}
