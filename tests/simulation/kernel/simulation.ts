// A discrete-event simulation: one process, virtual time, one scheduler. Nothing in it reads the
// machine's clock, waits for a timer or draws a number that does not come from the seed, so the
// same seed leads to the same events. Code under simulation may be asynchronous: after each event
// the loop lets all promises settle before the next one.
import { EventLog } from './event-log.ts';
import { EventQueue } from './event-queue.ts';
import { RandomStream } from './random-stream.ts';

export class Simulation {
  readonly seed: number;
  readonly log: EventLog;
  readonly #queue = new EventQueue();
  #now = 0;
  #events = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(seed: number, onLine?: (line: string) => void) {
    this.seed = seed;
    this.log = new EventLog(onLine);
  }

  /** Milliseconds of virtual time since the start. */
  get now(): number {
    return this.#now;
  }

  /** The number of past events. */
  get events(): number {
    return this.#events;
  }

  /** The number of future events. */
  get pending(): number {
    return this.#queue.size;
  }

  /** Draws that depend only on the seed and the name, whatever other parts of the run draw. */
  random(name: string): RandomStream {
    return new RandomStream(this.seed, name);
  }

  /** Schedules an action `ms` from now. */
  after(ms: number, action: () => void): void {
    this.#queue.add(this.#now + Math.max(0, ms), action);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Starts a task; a rejection is a defect and ends the run. */
  spawn(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** Writes a line of the log, prefixed with the time. */
  record(kind: string, detail: string): void {
    this.log.write(`${this.#now.toFixed(3)} ${kind} ${detail}`);
  }

  /** Runs until no events are left. Rejects with the error of a rejected task. */
  async run(): Promise<void> {
    await promisesSettled();
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const event = this.#queue.take();
      if (event === undefined) return;
      this.#now = event.time;
      this.#events += 1;
      event.action();
      await promisesSettled();
    }
  }
}

/** A turn of the event loop: it comes after all promises that can settle have settled. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
