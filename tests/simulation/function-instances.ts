import { keyedMutex, type RunExclusive } from '../../functions/src/firestore/keyed-mutex.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The settings of a function of the 2nd generation. */
export interface InstanceSettings {
  readonly instances: number;
  readonly concurrency: number;
}

/** From the first request of an instance to its first response: start of Node, and the imports. */
const COLD_START_MS = { least: 1200, spread: 1500 };

interface Instance {
  readonly runExclusive: RunExclusive;
  active: number;
  readonly ready: Promise<void>;
}

/** The instances of a function: requests wait for a cold start, or for a place. */
export class FunctionInstances {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #settings: InstanceSettings;
  readonly #instances: Instance[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(time: VirtualTime, random: () => number, settings: InstanceSettings) {
    this.#time = time;
    this.#random = random;
    this.#settings = settings;
  }

  /** Runs a request on the instance with most places, with what that instance has in memory. */
  async serve<T>(handle: (runExclusive: RunExclusive) => Promise<T>): Promise<T> {
    const instance = await this.#place();
    try {
      await instance.ready;
      return await handle(instance.runExclusive);
    } finally {
      instance.active -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #place(): Promise<Instance> {
    for (;;) {
      const { instances, concurrency } = this.#settings;
      let chosen: Instance | undefined;
      for (const each of this.#instances) {
        if (each.active < concurrency && each.active < (chosen?.active ?? Number.POSITIVE_INFINITY))
          chosen = each;
      }
      // An instance more while those that run are busy, as Cloud Run does.
      if ((chosen === undefined || chosen.active > concurrency / 2) && this.#instances.length < instances) {
        chosen = this.#start();
      }
      if (chosen !== undefined) {
        chosen.active += 1;
        return chosen;
      }
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  #start(): Instance {
    const ready = this.#time.sleep(COLD_START_MS.least + this.#random() * COLD_START_MS.spread);
    const instance = { runExclusive: keyedMutex(), active: 0, ready };
    this.#instances.push(instance);
    return instance;
  }
}
