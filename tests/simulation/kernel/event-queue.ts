/** An event at a virtual time, in milliseconds. */
interface QueuedEvent {
  readonly time: number;
  /** Events at the same time happen in insertion order. */
  readonly sequence: number;
  readonly action: () => void;
}

/** The future events: a binary heap, the next one first. */
export class EventQueue {
  readonly #heap: QueuedEvent[] = [];
  #sequence = 0;

  get size(): number {
    return this.#heap.length;
  }

  add(time: number, action: () => void): void {
    const heap = this.#heap;
    const event: QueuedEvent = { time, sequence: this.#sequence++, action };
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as QueuedEvent;
      if (!isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  /** Removes and returns the next event. */
  take(): QueuedEvent | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as QueuedEvent)) child += 1;
      const below = heap[child] as QueuedEvent;
      if (!isBefore(below, last)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(one: QueuedEvent, other: QueuedEvent): boolean {
  return one.time < other.time || (one.time === other.time && one.sequence < other.sequence);
}
