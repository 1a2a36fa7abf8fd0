// Compares the queue with a model that looks at every task in every millisecond, for random
// settings and operations.
import { Clock, frozenTime } from '@savepoint/server/core/clock';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QueueSettings } from './queue-settings.ts';
import { TaskQueue } from './task-queue.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const HOUR_MS = 3_600_000;

type Operation =
  | { readonly kind: 'create'; readonly id: string; readonly delayMs: number }
  | { readonly kind: 'delete' | 'run'; readonly id: string }
  | { readonly kind: 'pause' | 'resume' | 'purge' | 'drain' }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'skipHour' }
  | { readonly kind: 'answer'; readonly which: number; readonly status: number | undefined };

interface ModelTask {
  readonly id: string;
  dueMs: number;
  readonly sequence: number;
  attempts: number;
  state: 'waiting' | 'dispatched' | 'gone';
  firstMs: number;
}

/** The intended behavior of the queue, without its data structures, timers or floating point. */
class Model {
  nowMs = 0;
  readonly log: string[] = [];
  readonly #tasks: ModelTask[] = [];
  readonly #goneAtMs = new Map<string, number>();
  readonly underWay: ModelTask[] = [];
  readonly #settings: QueueSettings;
  #isPaused = false;
  #drains = 0;
  /** In thousandths of a dispatch. */
  #tokens: number;

  constructor(settings: QueueSettings) {
    this.#settings = settings;
    this.#tokens = this.#maxTokens;
  }

  get #maxTokens(): number {
    return Math.max(1, Math.ceil(this.#settings.rateLimits.maxDispatchesPerSecond / 5)) * 1000;
  }

  apply(operation: Operation): void {
    const task = 'id' in operation ? this.#present(operation.id) : undefined;
    switch (operation.kind) {
      case 'create': {
        const goneAtMs = this.#goneAtMs.get(operation.id);
        const isReserved = goneAtMs !== undefined && this.nowMs < goneAtMs + HOUR_MS;
        if (task !== undefined || isReserved) {
          this.log.push(`${this.nowMs} exists ${operation.id}`);
          break;
        }
        this.#tasks.push({
          id: operation.id,
          dueMs: this.nowMs + operation.delayMs,
          sequence: this.#tasks.length,
          attempts: 0,
          state: 'waiting',
          firstMs: 0,
        });
        break;
      }
      case 'delete':
        if (task !== undefined) this.#remove(task);
        break;
      case 'run':
        if (task?.state === 'waiting') this.#attempt(task);
        return;
      case 'pause':
        this.#isPaused = true;
        break;
      case 'resume':
        this.#isPaused = false;
        break;
      case 'purge':
        for (const each of this.#tasks) if (each.state !== 'gone') this.#remove(each);
        break;
      case 'drain':
        this.#drains += 1;
        break;
      case 'advance':
        for (let ms = 0; ms < operation.ms; ms += 1) this.#tick(1);
        return;
      case 'skipHour':
        this.#tick(HOUR_MS);
        return;
      case 'answer': {
        const [answered] = this.underWay.splice(operation.which % this.underWay.length, 1);
        if (answered?.state === 'dispatched') this.#settle(answered, operation.status);
      }
    }
    this.#dispatch();
  }

  /** Nothing is due in a skipped hour, because the test purges first. */
  #tick(ms: number): void {
    this.nowMs += ms;
    const { maxDispatchesPerSecond } = this.#settings.rateLimits;
    this.#tokens = Math.min(this.#maxTokens, this.#tokens + ms * maxDispatchesPerSecond);
    this.#dispatch();
  }

  #dispatch(): void {
    for (;;) {
      const isLimited =
        this.#isPaused ||
        this.#tokens < 1000 ||
        this.underWay.length >= this.#settings.rateLimits.maxConcurrentDispatches;
      const next = this.#tasks
        .filter(({ state, dueMs }) => state === 'waiting' && (this.#drains > 0 || dueMs <= this.nowMs))
        .sort((first, second) => first.dueMs - second.dueMs || first.sequence - second.sequence)[0];
      if (isLimited || next === undefined) break;
      this.#tokens -= 1000;
      this.#attempt(next);
    }
    if (this.#tasks.some(({ state }) => state !== 'gone')) return;
    for (; this.#drains > 0; this.#drains -= 1) this.log.push(`${this.nowMs} drained`);
  }

  #attempt(task: ModelTask): void {
    if (task.attempts === 0) task.firstMs = this.nowMs;
    task.attempts += 1;
    task.state = 'dispatched';
    this.underWay.push(task);
    this.log.push(`${this.nowMs} attempt ${task.attempts} of ${task.id}`);
  }

  #settle(task: ModelTask, status: number | undefined): void {
    const config = this.#settings.retryConfig;
    if (status === 200) {
      this.#remove(task);
      return;
    }
    const isTried = config.maxAttempts !== -1 && task.attempts >= config.maxAttempts;
    const isOld = this.nowMs - task.firstMs >= config.maxRetrySeconds * 1000;
    const isGivenUp =
      config.maxRetrySeconds === 0 ? isTried : isOld && (isTried || config.maxAttempts === -1);
    if (isGivenUp) {
      this.#remove(task);
      this.log.push(`${this.nowMs} given up ${task.id}`);
      return;
    }
    let delaySeconds = config.minBackoffSeconds;
    let step = delaySeconds;
    for (let retry = 1; retry < task.attempts; retry += 1) {
      if (retry <= config.maxDoublings) {
        delaySeconds *= 2;
        step = delaySeconds;
      } else delaySeconds += step;
    }
    task.dueMs = this.nowMs + Math.round(Math.min(delaySeconds, config.maxBackoffSeconds) * 1000);
    task.state = 'waiting';
  }

  #present(id: string): ModelTask | undefined {
    return this.#tasks.find((task) => task.id === id && task.state !== 'gone');
  }

  #remove(task: ModelTask): void {
    task.state = 'gone';
    this.#goneAtMs.set(task.id, this.nowMs);
  }
}

/** The queue with the operations of the model. */
class Subject {
  readonly log: string[] = [];
  readonly #clock = new Clock(frozenTime(1_000_000_000_000));
  readonly #startMs = this.#clock.nowMs();
  readonly underWay: ((status: number | undefined) => void)[] = [];
  readonly #queue: TaskQueue<object>;

  constructor(settings: QueueSettings) {
    this.#queue = new TaskQueue<object>({
      settings,
      clock: this.#clock,
      dispatch: (task, done) => {
        this.underWay.push(done);
        this.log.push(`${this.#ms()} attempt ${task.attempts} of ${task.id}`);
      },
      onGivenUp: ({ id }) => this.log.push(`${this.#ms()} given up ${id}`),
    });
  }

  #ms(): number {
    return this.#clock.nowMs() - this.#startMs;
  }

  async apply(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'create': {
        const created = this.#queue.create(operation.id, {}, this.#clock.nowMs() + operation.delayMs);
        if (created === undefined) this.log.push(`${this.#ms()} exists ${operation.id}`);
        return;
      }
      case 'delete':
      case 'run':
        this.#queue[operation.kind](operation.id);
        return;
      case 'drain':
        this.#queue.drain(() => this.log.push(`${this.#ms()} drained`));
        return;
      case 'advance':
        await this.#clock.advance(operation.ms);
        return;
      case 'skipHour':
        await this.#clock.advance(HOUR_MS);
        return;
      case 'answer':
        this.underWay.splice(operation.which % this.underWay.length, 1)[0]?.(operation.status);
        return;
      default:
        this.#queue[operation.kind]();
    }
  }
}

const id = fc.constantFrom(...'abcdefghijklmnopqr');
const status = fc.constantFrom(200, 500, 404, undefined);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      id,
      delayMs: fc.constantFrom(0, 0, 1, 500, 3000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.nat(5), status }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 1500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'run' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'purge' as const) }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Operation>({ kind: 'drain' }, { kind: 'skipHour' }) },
);

const settings: fc.Arbitrary<QueueSettings> = fc.record({
  retryConfig: fc.record({
    maxAttempts: fc.constantFrom(-1, 1, 2, 3),
    maxRetrySeconds: fc.constantFrom(0, 0, 1, 4),
    minBackoffSeconds: fc.constantFrom(0, 0.25, 1),
    maxBackoffSeconds: fc.constantFrom(1, 3),
    maxDoublings: fc.integer({ min: 0, max: 3 }),
  }),
  rateLimits: fc.record({
    maxConcurrentDispatches: fc.integer({ min: 1, max: 4 }),
    maxDispatchesPerSecond: fc.constantFrom(0.5, 1, 3, 10, 500),
  }),
});

it('A queue dispatches, retries, gives up and rejects the same tasks in the same milliseconds as the model', async () => {
  const numRuns = 100 * DEEP;
  let attempts = 0;
  await fc.assert(
    fc.asyncProperty(
      settings,
      fc.array(operation, { minLength: 20, maxLength: 80, size: 'max' }),
      async (config, operations) => {
        const [model, subject] = [new Model(config), new Subject(config)];
        // Nothing may be due in a skipped hour, because the model treats it as one step.
        const steps = operations.flatMap((each): Operation[] =>
          each.kind === 'skipHour' ? [{ kind: 'purge' }, each] : [each],
        );
        for (const step of steps) {
          if (step.kind === 'answer' && model.underWay.length === 0) continue;
          model.apply(step);
          await subject.apply(step);
          expect(subject.underWay).toHaveLength(model.underWay.length);
          expect(subject.underWay.length).toBeLessThanOrEqual(config.rateLimits.maxConcurrentDispatches + 6);
        }
        expect(subject.log).toEqual(model.log);
        attempts += subject.log.filter((line) => line.includes(' attempt ')).length;
      },
    ),
    { numRuns },
  );
  // Far below the usual number, which is random: a run without attempts would prove nothing.
  expect(attempts).toBeGreaterThan(numRuns);
});
