// Virtual time: one scheduler for everything in a simulation. Time passes only between events, so
// that a run depends on its seed alone and takes no longer than its work.
import type { Timers } from '../../packages/firestore/src/core/timers.ts';

interface Event {
  readonly atMs: number;
  /** Events of one moment run in the order in which they were scheduled. */
  readonly sequence: number;
  readonly callback: () => void;
  isCancelled: boolean;
}

export class VirtualTime implements Timers {
  /** A binary heap, the next event first. */
  readonly #heap: Event[] = [];
  readonly #startMs: number;
  #nowMs: number;
  #sequence = 0;
  /** The events that have run. */
  events = 0;

  constructor(start: Date) {
    this.#startMs = start.getTime();
    this.#nowMs = this.#startMs;
  }

  /** Milliseconds since 1970, with fractions. */
  now(): number {
    return this.#nowMs;
  }

  date(): Date {
    return new Date(Math.floor(this.#nowMs));
  }

  /** Seconds since the start. */
  get elapsed(): number {
    return (this.#nowMs - this.#startMs) / 1000;
  }

  after(ms: number, callback: () => void): () => void {
    const event = { atMs: this.#nowMs + ms, sequence: this.#sequence++, callback, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  turn(callback: () => void): void {
    this.after(0, callback);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /**
   * Runs events until none is left or time would pass `untilMs`. What an event has caused by
   * promises runs before the next one.
   */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    await promisesSettled();
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= untilMs; next = this.#heap[0]) {
      this.#pop();
      if (next.isCancelled) continue;
      this.#nowMs = next.atMs;
      this.events += 1;
      next.callback();
      await promisesSettled();
    }
    if (untilMs !== Number.POSITIVE_INFINITY) this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(heap[parent] as Event, event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (isBefore(last, heap[child] as Event)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.sequence < other.sequence);
}

/** All promise callbacks run before the next macrotask. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
