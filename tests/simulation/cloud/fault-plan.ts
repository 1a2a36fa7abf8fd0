import type { RandomStream } from '../kernel/random-stream.ts';
import type { Simulation } from '../kernel/simulation.ts';

/**
 * The probability of each fault at each opportunity: on a usual day, and in the search for failures
 * from coincidences. None are published; they are assumptions.
 */
const FAULT_RATES = {
  /** An instance dies at a step of a request: a request to another service, or its response. */
  instanceDeath: { usual: 0.0005, high: 0.01 },
  /** Firestore applies a commit, and its response is lost. */
  lostReply: { usual: 0.002, high: 0.03 },
  /** A change of a document is delivered twice, or minutes late. */
  repeatedTrigger: { usual: 0.05, high: 0.3 },
  lateTrigger: { usual: 0.02, high: 0.2 },
  /** A webhook is sent twice, or hours late. */
  repeatedWebhook: { usual: 0.1, high: 0.4 },
  lateWebhook: { usual: 0.05, high: 0.2 },
  /** A request to the payment provider fails before, or after, it takes effect. */
  providerError: { usual: 0.03, high: 0.1 },
  declinedCard: { usual: 0.1, high: 0.2 },
  /** A payment that the bank confirms, or rejects, hours later. */
  slowPayment: { usual: 0.03, high: 0.15 },
  /** The bank returns a refund days later. */
  failedRefund: { usual: 0.05, high: 0.3 },
  /** The network breaks on a browser's request or its response. */
  brokenNetwork: { usual: 0.03, high: 0.1 },
  doubleClick: { usual: 0.1, high: 0.3 },
  secondTab: { usual: 0.03, high: 0.2 },
  reload: { usual: 0.05, high: 0.15 },
  vanish: { usual: 0.1, high: 0.1 },
  changedMind: { usual: 0.1, high: 0.25 },
} as const;

export type Fault = keyof typeof FAULT_RATES;

export type FaultLevel = 'usual' | 'high';

export const FAULTS = Object.keys(FAULT_RATES) as readonly Fault[];

/** Decides which faults happen in a run, until they end. */
export class FaultPlan {
  readonly #rates: Readonly<Record<Fault, number>>;
  readonly #streams: Readonly<Record<Fault, RandomStream>>;
  #isOver = false;
  readonly counts = new Map<Fault, number>();

  constructor(simulation: Simulation, faults: readonly Fault[], level: FaultLevel) {
    const of = <T>(value: (name: Fault) => T) =>
      Object.fromEntries(FAULTS.map((name) => [name, value(name)])) as Record<Fault, T>;
    this.#rates = of((name) => (faults.includes(name) ? FAULT_RATES[name][level] : 0));
    this.#streams = of((name) => simulation.random(`fault ${name}`));
  }

  happens(fault: Fault): boolean {
    if (this.#isOver || !this.#streams[fault].chance(this.#rates[fault])) return false;
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    return true;
  }

  /** Ends all faults. */
  end(): void {
    this.#isOver = true;
  }
}
