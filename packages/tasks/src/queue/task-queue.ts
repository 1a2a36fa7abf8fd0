// A Cloud Tasks queue without HTTP: it decides when tasks are dispatched, retried or given up.
// Sources: the Cloud Tasks API v2 reference (RateLimits, RetryConfig, CreateTask) and Firebase's
// "Task queue functions".
import type { Clock, Timer } from '@savepoint/server/core/clock';
import { burstSize, isGivenUp, type QueueSettings, retryDelaySeconds } from './queue-settings.ts';

/** How long a task's name cannot be reused after it was executed or deleted. */
const NAME_RESERVED_MS = 60 * 60 * 1000;

/** A task in a queue; `request` is the payload for its attempts. */
export interface Task<Request> {
  readonly id: string;
  readonly request: Request;
  readonly createdMs: number;
  /** The time of the next attempt, or of the current one. */
  readonly dueMs: number;
  readonly attempts: number;
  /** The number of attempts with a response below 500. */
  readonly executions: number;
  readonly firstAttemptMs?: number;
  readonly lastAttemptMs?: number;
  /** The status of the last response. */
  readonly previousResponse?: number;
}

interface TaskState<Request> extends Task<Request> {
  readonly sequence: number;
  dueMs: number;
  attempts: number;
  executions: number;
  isDispatched: boolean;
  firstAttemptMs?: number;
  lastAttemptMs?: number;
  previousResponse?: number;
}

/** The numbers of tasks that have left a queue. */
export interface TaskCounts {
  readonly succeeded: number;
  readonly failed: number;
}

interface TaskQueueOptions<Request> {
  readonly settings: QueueSettings;
  readonly clock: Pick<Clock, 'nowMs' | 'setTimer'>;
  /**
   * Makes one attempt. `done` receives the HTTP status, or undefined if there was no response in
   * time.
   */
  readonly dispatch: (task: Task<Request>, done: (status: number | undefined) => void) => void;
  /** Called with a task that has failed permanently. */
  readonly onGivenUp?: (task: Task<Request>) => void;
}

/**
 * Waiting tasks are sorted by schedule time, then by creation. A task leaves the queue when an
 * attempt succeeds, or when it is given up or deleted.
 */
export class TaskQueue<Request> {
  readonly #clock: TaskQueueOptions<Request>['clock'];
  readonly #dispatch: TaskQueueOptions<Request>['dispatch'];
  readonly #onGivenUp: (task: Task<Request>) => void;
  #settings: QueueSettings;
  #waiting: TaskState<Request>[] = [];
  /** All tasks, including dispatched ones. */
  readonly #tasks = new Map<string, TaskState<Request>>();
  /**
   * For each name of a former task, the time from which it can be reused; in the order of these
   * times.
   */
  readonly #reservedUntilMs = new Map<string, number>();
  #sequence = 0;
  #dispatched = 0;
  #isPaused = false;
  /**
   * In thousandths of a dispatch, so that an integer rate per second is an integer per millisecond.
   */
  #tokens: number;
  #tokensAtMs: number;
  #timer: Timer | undefined;
  #counts = { succeeded: 0, failed: 0 };
  readonly #drains: { readonly done: (counts: TaskCounts) => void; readonly before: TaskCounts }[] = [];

  constructor({ settings, clock, dispatch, onGivenUp = () => undefined }: TaskQueueOptions<Request>) {
    this.#settings = settings;
    this.#clock = clock;
    this.#dispatch = dispatch;
    this.#onGivenUp = onGivenUp;
    this.#tokens = burstSize(settings.rateLimits) * 1000;
    this.#tokensAtMs = clock.nowMs();
  }

  get settings(): QueueSettings {
    return this.#settings;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get dispatchedCount(): number {
    return this.#dispatched;
  }

  /** The numbers of executed tasks and of tasks that were given up. */
  get counts(): TaskCounts {
    return { ...this.#counts };
  }

  /** All tasks, ordered by schedule time. */
  list(): Task<Request>[] {
    return [...this.#tasks.values()].sort(byDueTime);
  }

  find(id: string): Task<Request> | undefined {
    return this.#tasks.get(id);
  }

  /** Replaces limits and retries; tasks, names and the paused state are kept. */
  update(settings: QueueSettings): void {
    this.#refill();
    this.#settings = settings;
    this.#tokens = Math.min(this.#tokens, burstSize(settings.rateLimits) * 1000);
    this.#dispatchDue();
  }

  /**
   * Adds a task to dispatch no earlier than `dueMs`: immediately if that is absent or in the past.
   * Returns undefined if the name belongs to a task, or did within the last hour.
   */
  create(id: string, request: Request, dueMs = 0): Task<Request> | undefined {
    const nowMs = this.#clock.nowMs();
    this.#releaseNames(nowMs);
    if (this.#tasks.has(id) || this.#reservedUntilMs.has(id)) return undefined;
    const task: TaskState<Request> = {
      id,
      request,
      createdMs: nowMs,
      dueMs: Math.max(dueMs, nowMs),
      sequence: this.#sequence++,
      attempts: 0,
      executions: 0,
      isDispatched: false,
    };
    this.#tasks.set(id, task);
    this.#wait(task);
    this.#dispatchDue();
    return task;
  }

  /** Deletes a task; an attempt in progress is its last. Returns whether there was one. */
  delete(id: string): boolean {
    const task = this.#tasks.get(id);
    if (task === undefined) return false;
    this.#waiting = this.#waiting.filter((each) => each !== task);
    this.#leave(task);
    this.#dispatchDue();
    return true;
  }

  /**
   * Makes an attempt immediately, regardless of limits, schedule time and pause. Returns whether
   * there is such a task.
   */
  run(id: string): boolean {
    const task = this.#tasks.get(id);
    if (task === undefined) return false;
    if (task.isDispatched) return true;
    this.#waiting = this.#waiting.filter((each) => each !== task);
    this.#attempt(task);
    return true;
  }

  /** Starts no more attempts until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#timer?.cancel();
  }

  resume(): void {
    this.#isPaused = false;
    this.#dispatchDue();
  }

  /** Deletes all tasks. */
  purge(): void {
    this.#waiting = [];
    for (const task of [...this.#tasks.values()]) this.#leave(task);
    this.#dispatchDue();
  }

  /** Deletes all tasks and releases the names of former ones. */
  clear(): void {
    this.purge();
    this.#reservedUntilMs.clear();
  }

  /**
   * Runs all tasks, including those created meanwhile, without waiting for schedule and retry
   * times. Limits still apply. Calls `done` when the queue is empty.
   */
  drain(done: (counts: TaskCounts) => void): void {
    this.#drains.push({ done, before: this.counts });
    this.#dispatchDue();
  }

  #dispatchDue(): void {
    this.#timer?.cancel();
    this.#refill();
    const nowMs = this.#clock.nowMs();
    while (this.#canDispatch() && this.#tokens >= 1000 && this.#nextDueMs() <= nowMs) {
      this.#tokens -= 1000;
      this.#attempt(this.#waiting.shift() as TaskState<Request>);
    }
    if (this.#tasks.size === 0) this.#finishDrains();
    if (!this.#canDispatch()) return;
    const missingTokens = Math.max(0, 1000 - this.#tokens);
    const tokenMs = Math.ceil(missingTokens / this.#settings.rateLimits.maxDispatchesPerSecond);
    const timeMs = Math.max(nowMs + tokenMs, this.#nextDueMs());
    this.#timer = this.#clock.setTimer(timeMs, () => this.#dispatchDue());
  }

  #canDispatch(): boolean {
    const { maxConcurrentDispatches } = this.#settings.rateLimits;
    return !this.#isPaused && this.#waiting.length > 0 && this.#dispatched < maxConcurrentDispatches;
  }

  #nextDueMs(): number {
    const [next] = this.#waiting;
    return this.#drains.length > 0 || next === undefined ? Number.NEGATIVE_INFINITY : next.dueMs;
  }

  #refill(): void {
    const nowMs = this.#clock.nowMs();
    const { rateLimits } = this.#settings;
    const added = (nowMs - this.#tokensAtMs) * rateLimits.maxDispatchesPerSecond;
    this.#tokens = Math.min(burstSize(rateLimits) * 1000, this.#tokens + added);
    this.#tokensAtMs = nowMs;
  }

  #attempt(task: TaskState<Request>): void {
    const nowMs = this.#clock.nowMs();
    task.isDispatched = true;
    task.attempts += 1;
    task.firstAttemptMs ??= nowMs;
    task.lastAttemptMs = nowMs;
    this.#dispatched += 1;
    this.#dispatch(task, (status) => this.#finish(task, status));
  }

  #finish(task: TaskState<Request>, status: number | undefined): void {
    this.#dispatched -= 1;
    task.isDispatched = false;
    const isDeleted = this.#tasks.get(task.id) !== task;
    if (!isDeleted) this.#settle(task, status);
    this.#dispatchDue();
  }

  #settle(task: TaskState<Request>, status: number | undefined): void {
    const nowMs = this.#clock.nowMs();
    const { retryConfig } = this.#settings;
    if (status !== undefined) {
      if (status >= 200 && status <= 299) {
        this.#counts.succeeded += 1;
        this.#leave(task);
        return;
      }
      // As documented, 5XX responses do not count as executions.
      if (status < 500) task.executions += 1;
      task.previousResponse = status;
    }
    const retriedMs = nowMs - (task.firstAttemptMs ?? nowMs);
    if (isGivenUp(retryConfig, { attempts: task.attempts, retriedMs })) {
      this.#counts.failed += 1;
      this.#leave(task);
      this.#onGivenUp(task);
      return;
    }
    task.dueMs = nowMs + Math.round(retryDelaySeconds(retryConfig, task.attempts) * 1000);
    this.#wait(task);
  }

  #wait(task: TaskState<Request>): void {
    const index = this.#waiting.findLastIndex((each) => byDueTime(each, task) < 0);
    this.#waiting.splice(index + 1, 0, task);
  }

  #leave({ id }: TaskState<Request>): void {
    this.#tasks.delete(id);
    this.#reservedUntilMs.set(id, this.#clock.nowMs() + NAME_RESERVED_MS);
  }

  #releaseNames(nowMs: number): void {
    for (const [id, untilMs] of this.#reservedUntilMs) {
      if (untilMs > nowMs) return;
      this.#reservedUntilMs.delete(id);
    }
  }

  #finishDrains(): void {
    const { succeeded, failed } = this.#counts;
    for (const { done, before } of this.#drains.splice(0)) {
      done({ succeeded: succeeded - before.succeeded, failed: failed - before.failed });
    }
  }
}

interface Scheduled {
  readonly dueMs: number;
  readonly sequence: number;
}

function byDueTime(first: Scheduled, second: Scheduled): number {
  return first.dueMs - second.dueMs || first.sequence - second.sequence;
}
