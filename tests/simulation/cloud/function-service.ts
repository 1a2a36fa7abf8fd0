// A function of Cloud Functions: instances that start on demand, take several requests at once, and
// may die between any two steps of a request. It is independent of the shop: an instance starts
// with a `State`, and a handler gets that state and the request.
import type { RandomStream } from '../kernel/random-stream.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { FUNCTIONS } from '../production.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface FunctionSettings {
  readonly name: string;
  readonly maxInstances: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
}

/** The outcome of a request. The codes are those of callable functions. */
export type Outcome<Result> =
  | { readonly result: Result }
  | { readonly error: unknown }
  | { readonly failure: 'unavailable' | 'deadline-exceeded' | 'resource-exhausted' };

/** A request on an instance. */
export interface Invocation<State> {
  readonly state: State;
  /**
   * Carries a request to another service and its response back. Each is a step: the instance may
   * die before the request is sent or before its response is read, and then the handler does not
   * continue.
   */
  readonly carry: <T>(request: () => Promise<T>) => Promise<T>;
}

interface Instance<State> {
  readonly id: number;
  readonly state: State;
  isDead: boolean;
  isReady: boolean;
  /** When its current work is done. */
  busyUntil: number;
  /** Ends the requests in flight when the instance dies. */
  readonly inFlight: Set<() => void>;
}

interface Waiting<State> {
  readonly start: (instance: Instance<State>) => void;
  readonly giveUp: () => void;
  isOver: boolean;
}

/** What a dead instance waits for. A shared promise would keep every waiting instance in memory. */
const never = () => new Promise<never>(() => undefined);

export class FunctionService<State, Request, Result> {
  readonly #simulation: Simulation;
  readonly #random: RandomStream;
  readonly #settings: FunctionSettings;
  readonly #faults: FaultPlan;
  readonly #newState: () => State;
  readonly #handle: (invocation: Invocation<State>, request: Request) => Promise<Result>;
  readonly #instances = new Set<Instance<State>>();
  readonly #waiting: Waiting<State>[] = [];
  /** The first request that may still wait, and the number of waiting ones. */
  #firstWaiting = 0;
  #waitingCount = 0;
  #ids = 0;
  /** Instances that were started and that died. */
  readonly counts = { started: 0, died: 0, rejected: 0, requests: 0 };

  constructor(
    simulation: Simulation,
    settings: FunctionSettings,
    faults: FaultPlan,
    newState: () => State,
    handle: (invocation: Invocation<State>, request: Request) => Promise<Result>,
  ) {
    this.#simulation = simulation;
    this.#random = simulation.random(`function ${settings.name}`);
    this.#settings = settings;
    this.#faults = faults;
    this.#newState = newState;
    this.#handle = handle;
  }

  /** Resolves as the caller sees it; the function may continue afterwards. */
  invoke(request: Request): Promise<Outcome<Result>> {
    this.counts.requests += 1;
    return new Promise((resolve) => {
      const run = (instance: Instance<State>) => {
        const die = () => resolve({ failure: 'unavailable' });
        const end = (outcome: Outcome<Result>) => {
          if (!instance.inFlight.delete(die)) return;
          resolve(outcome);
          this.#startWaiting();
        };
        instance.inFlight.add(die);
        this.#simulation.after(this.#settings.timeoutMs, () => end({ failure: 'deadline-exceeded' }));
        this.#run(instance, request).then(end);
      };
      const instance = this.#freeInstance();
      if (instance !== undefined) run(instance);
      else this.#queue(run, () => resolve({ failure: 'resource-exhausted' }));
      this.#scale();
    });
  }

  async #run(instance: Instance<State>, request: Request): Promise<Outcome<Result>> {
    const { now } = this.#simulation;
    instance.busyUntil = Math.max(now, instance.busyUntil) + FUNCTIONS.cpuMs;
    await this.#simulation.sleep(instance.busyUntil - now);
    if (instance.isDead) return never();
    const carry = <T>(step: () => Promise<T>) => this.#carry(instance, step);
    try {
      const result = await this.#handle({ state: instance.state, carry }, request);
      return instance.isDead ? never() : { result };
    } catch (error) {
      return instance.isDead ? never() : { error };
    }
  }

  async #carry<T>(instance: Instance<State>, step: () => Promise<T>): Promise<T> {
    if (instance.isDead) return never();
    if (this.#faults.happens('instanceDeath')) {
      const isSent = this.#random.chance(0.5);
      if (isSent) step().catch(() => undefined);
      this.#kill(instance);
      return never();
    }
    try {
      const response = await step();
      return instance.isDead ? never() : response;
    } catch (error) {
      if (instance.isDead) return never();
      throw error;
    }
  }

  #kill(instance: Instance<State>): void {
    instance.isDead = true;
    this.#instances.delete(instance);
    this.counts.died += 1;
    this.#simulation.record('died', `${this.#settings.name} ${instance.id}`);
    for (const end of instance.inFlight) end();
    instance.inFlight.clear();
    this.#startWaiting();
    this.#scale();
  }

  /** The ready instance with the fewest requests, if one has capacity. */
  #freeInstance(): Instance<State> | undefined {
    let free: Instance<State> | undefined;
    for (const instance of this.#instances) {
      if (!instance.isReady || instance.inFlight.size >= this.#settings.concurrency) continue;
      if (free === undefined || instance.inFlight.size < free.inFlight.size) free = instance;
    }
    return free;
  }

  #queue(start: Waiting<State>['start'], giveUp: () => void): void {
    const waiting: Waiting<State> = { start, giveUp, isOver: false };
    this.#waiting.push(waiting);
    this.#waitingCount += 1;
    this.#simulation.after(FUNCTIONS.queueMs, () => {
      if (waiting.isOver) return;
      waiting.isOver = true;
      this.#waitingCount -= 1;
      this.counts.rejected += 1;
      giveUp();
    });
  }

  #startWaiting(): void {
    while (this.#waitingCount > 0) {
      const instance = this.#freeInstance();
      if (instance === undefined) return;
      let next: Waiting<State>;
      do next = this.#waiting[this.#firstWaiting++] as Waiting<State>;
      while (next.isOver);
      next.isOver = true;
      this.#waitingCount -= 1;
      next.start(instance);
    }
  }

  /** Starts an instance while the existing ones are overloaded. */
  #scale(): void {
    const { maxInstances, concurrency } = this.#settings;
    let demand = this.#waitingCount;
    for (const { inFlight } of this.#instances) demand += inFlight.size;
    const wanted = Math.min(
      maxInstances,
      Math.ceil(demand / Math.max(1, concurrency * FUNCTIONS.targetUtilization)),
    );
    while (this.#instances.size < wanted) this.#start();
  }

  #start(): void {
    const instance: Instance<State> = {
      id: ++this.#ids,
      state: this.#newState(),
      isDead: false,
      isReady: false,
      busyUntil: 0,
      inFlight: new Set(),
    };
    this.#instances.add(instance);
    this.counts.started += 1;
    this.#simulation.after(this.#random.logNormal(FUNCTIONS.coldStartMs), () => {
      instance.isReady = true;
      this.#startWaiting();
    });
  }
}
