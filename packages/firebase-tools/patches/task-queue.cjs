// A queue of Cloud Tasks, without HTTP: when which task is dispatched, retried or given up. The
// clock is passed in. Sources: the reference of the Cloud Tasks API v2 (RateLimits, RetryConfig,
// CreateTask) and "Task queue functions" of Firebase.

/** How long the name of a task cannot be used again after the task was executed or deleted. */
const NAME_RESERVED_MS = 60 * 60 * 1000;
/** The longest delay that a timer of Node takes; a task may be scheduled 30 days ahead. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/**
 * Cloud Tasks chooses the burst size itself; the documented default is 100 for 500 dispatches per
 * second.
 */
const BURSTS_PER_SECOND = 5;

/** What `firebase deploy` sets for a queue whose function says nothing else. */
const DEFAULT_SETTINGS = {
  retryConfig: {
    maxAttempts: 3,
    maxRetrySeconds: 0,
    minBackoffSeconds: 0.1,
    maxBackoffSeconds: 3600,
    maxDoublings: 16,
  },
  rateLimits: { maxConcurrentDispatches: 1000, maxDispatchesPerSecond: 500 },
};

/**
 * The delay before a retry: doubled `maxDoublings` times, then growing by the last step, up to the
 * maximum. With a minimum of 10 s, a maximum of 300 s and 3 doublings: 10, 20, 40, 80, 160, 240,
 * 300, 300 ...
 * @param {{ minBackoffSeconds: number, maxBackoffSeconds: number, maxDoublings: number }}
 *   retryConfig
 * @param {number} retry 1 for the first
 * @returns {number} seconds
 */
function retryDelaySeconds({ minBackoffSeconds, maxBackoffSeconds, maxDoublings }, retry) {
  // 2 ** 1024 is infinite, and 0 times it not a number.
  const doublings = Math.min(retry - 1, maxDoublings, 1000);
  const steps = 1 + Math.max(0, retry - 1 - maxDoublings);
  return Math.min(maxBackoffSeconds, minBackoffSeconds * 2 ** doublings * steps);
}

/**
 * Whether a failed task is given up: after `maxAttempts` (-1 is unlimited), and not before
 * `maxRetrySeconds` (0 is no limit) have passed since its first attempt.
 */
function isGivenUp({ maxAttempts, maxRetrySeconds }, { attempts, firstAttemptMs }, nowMs) {
  if (maxAttempts === -1 && maxRetrySeconds === 0) return false;
  const isAttempted = maxAttempts === -1 || attempts >= maxAttempts;
  return isAttempted && (maxRetrySeconds === 0 || nowMs - firstAttemptMs >= maxRetrySeconds * 1000);
}

/** The number of dispatches that an idle queue starts at once. */
function burstSize({ maxDispatchesPerSecond }) {
  return Math.max(1, Math.ceil(maxDispatchesPerSecond / BURSTS_PER_SECOND));
}

/**
 * Tasks that wait are sorted by schedule time, then by creation. A task leaves the queue when an
 * attempt succeeds, when it is given up or deleted.
 *
 * @typedef {{ id: string, request: object, createdMs: number, dueMs: number, sequence: number,
 *   attempts: number, executions: number, isDispatched: boolean, firstAttemptMs?: number,
 *   lastAttemptMs?: number, previousResponse?: number }} Task
 */
class TaskQueue {
  /** @type {Task[]} */
  #waiting = [];
  /** @type {Map<string, Task>} all tasks, those that are dispatched included */
  #tasks = new Map();
  /**
   * @type {Map<string, number>} by name of a former task, the time from which it can be used again;
   *   in the order of these times
   */
  #reservedUntilMs = new Map();
  #sequence = 0;
  #dispatched = 0;
  #isPaused = false;
  #settings;
  /**
   * In thousandths of a dispatch, so that a whole rate per second is a whole number per
   * millisecond.
   */
  #tokens;
  #tokensAtMs;
  #cancelTimer = () => undefined;
  #counts = { succeeded: 0, failed: 0 };
  #drains = [];
  #clock;
  #dispatch;
  #onGivenUp;

  /**
   * @param {object} options
   * @param {typeof DEFAULT_SETTINGS} options.settings
   * @param {{ nowMs(): number, setTimer(callback: () => void, delayMs: number): () => void }}
   *   options.clock `setTimer` returns a function that cancels
   * @param {(task: Task, done: (status: number | undefined) => void) => void} options.dispatch
   *   makes one attempt; `done` takes the HTTP status, or undefined when there was no response in
   *   time
   * @param {(task: Task) => void} [options.onGivenUp] the task has failed for good
   */
  constructor({ settings, clock, dispatch, onGivenUp = () => undefined }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#dispatch = dispatch;
    this.#onGivenUp = onGivenUp;
    this.#tokens = burstSize(settings.rateLimits) * 1000;
    this.#tokensAtMs = clock.nowMs();
  }

  get settings() {
    return this.#settings;
  }

  get isPaused() {
    return this.#isPaused;
  }

  get dispatchedCount() {
    return this.#dispatched;
  }

  /** How many tasks have left the queue: executed, and given up. */
  get counts() {
    return { ...this.#counts };
  }

  /** All tasks in the order of their schedule times. */
  list() {
    return [...this.#tasks.values()].sort(byDueTime);
  }

  find(id) {
    return this.#tasks.get(id);
  }

  /** Replaces limits and retries; tasks, names and the pause stay. */
  update(settings) {
    this.#refill();
    this.#settings = settings;
    this.#tokens = Math.min(this.#tokens, burstSize(settings.rateLimits) * 1000);
    this.#dispatchDue();
  }

  /**
   * Adds a task.
   * @param {string} id
   * @param {object} request passed on to `dispatch`
   * @param {number} [dueMs] not before this time; at once when absent or past
   * @returns {Task | undefined} undefined when the name belongs to a task, or did within the last
   *   hour
   */
  create(id, request, dueMs = 0) {
    const nowMs = this.#clock.nowMs();
    this.#releaseNames(nowMs);
    if (this.#tasks.has(id) || this.#reservedUntilMs.has(id)) return undefined;
    const task = {
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

  /** Deletes a task; an attempt that is under way is its last. Returns whether there was one. */
  delete(id) {
    const task = this.#tasks.get(id);
    if (task === undefined) return false;
    this.#waiting = this.#waiting.filter((each) => each !== task);
    this.#leave(task);
    this.#dispatchDue();
    return true;
  }

  /**
   * Makes an attempt now, whatever the limits, the schedule time and the pause say. Returns whether
   * there is such a task.
   */
  run(id) {
    const task = this.#tasks.get(id);
    if (task === undefined) return false;
    if (task.isDispatched) return true;
    this.#waiting = this.#waiting.filter((each) => each !== task);
    this.#attempt(task);
    return true;
  }

  /** Starts no further attempts until `resume`. */
  pause() {
    this.#isPaused = true;
    this.#cancelTimer();
  }

  resume() {
    this.#isPaused = false;
    this.#dispatchDue();
  }

  /** Deletes all tasks. */
  purge() {
    this.#waiting = [];
    for (const task of [...this.#tasks.values()]) this.#leave(task);
    this.#dispatchDue();
  }

  /** Deletes all tasks and forgets the names of the former ones. */
  clear() {
    this.purge();
    this.#reservedUntilMs.clear();
  }

  /**
   * Runs all tasks, those that are created meanwhile included, without waiting for their schedule
   * and retry times. The limits stay.
   * @param {(counts: { succeeded: number, failed: number }) => void} done called when the queue is
   *   empty
   */
  drain(done) {
    this.#drains.push({ done, before: this.counts });
    this.#dispatchDue();
  }

  /** Ends the timer; the queue is of no further use. */
  stop() {
    this.pause();
  }

  #dispatchDue() {
    this.#cancelTimer();
    this.#refill();
    const nowMs = this.#clock.nowMs();
    while (this.#canDispatch() && this.#tokens >= 1000 && this.#nextDueMs() <= nowMs) {
      this.#tokens -= 1000;
      this.#attempt(this.#waiting.shift());
    }
    if (this.#tasks.size === 0) this.#finishDrains();
    if (!this.#canDispatch()) return;
    const missingTokens = Math.max(0, 1000 - this.#tokens);
    const tokenMs = Math.ceil(missingTokens / this.#settings.rateLimits.maxDispatchesPerSecond);
    const delayMs = Math.max(tokenMs, this.#nextDueMs() - nowMs);
    this.#cancelTimer = this.#clock.setTimer(() => this.#dispatchDue(), Math.min(delayMs, MAX_TIMER_MS));
  }

  #canDispatch() {
    const { maxConcurrentDispatches } = this.#settings.rateLimits;
    return !this.#isPaused && this.#waiting.length > 0 && this.#dispatched < maxConcurrentDispatches;
  }

  #nextDueMs() {
    return this.#drains.length > 0 ? Number.NEGATIVE_INFINITY : this.#waiting[0].dueMs;
  }

  #refill() {
    const nowMs = this.#clock.nowMs();
    const { rateLimits } = this.#settings;
    const added = (nowMs - this.#tokensAtMs) * rateLimits.maxDispatchesPerSecond;
    this.#tokens = Math.min(burstSize(rateLimits) * 1000, this.#tokens + added);
    this.#tokensAtMs = nowMs;
  }

  #attempt(task) {
    const nowMs = this.#clock.nowMs();
    task.isDispatched = true;
    task.attempts += 1;
    task.firstAttemptMs ??= nowMs;
    task.lastAttemptMs = nowMs;
    this.#dispatched += 1;
    this.#dispatch(task, (status) => this.#finish(task, status));
  }

  #finish(task, status) {
    this.#dispatched -= 1;
    task.isDispatched = false;
    const isDeleted = this.#tasks.get(task.id) !== task;
    if (!isDeleted) this.#settle(task, status);
    this.#dispatchDue();
  }

  #settle(task, status) {
    const nowMs = this.#clock.nowMs();
    const { retryConfig } = this.#settings;
    if (status >= 200 && status <= 299) {
      this.#counts.succeeded += 1;
      this.#leave(task);
      return;
    }
    // As documented, responses with 5XX are no executions.
    if (status !== undefined && status < 500) task.executions += 1;
    if (status !== undefined) task.previousResponse = status;
    if (isGivenUp(retryConfig, task, nowMs)) {
      this.#counts.failed += 1;
      this.#leave(task);
      this.#onGivenUp(task);
      return;
    }
    task.dueMs = nowMs + Math.round(retryDelaySeconds(retryConfig, task.attempts) * 1000);
    this.#wait(task);
  }

  #wait(task) {
    const index = this.#waiting.findLastIndex((each) => byDueTime(each, task) < 0);
    this.#waiting.splice(index + 1, 0, task);
  }

  #leave({ id }) {
    this.#tasks.delete(id);
    this.#reservedUntilMs.set(id, this.#clock.nowMs() + NAME_RESERVED_MS);
  }

  #releaseNames(nowMs) {
    for (const [id, untilMs] of this.#reservedUntilMs) {
      if (untilMs > nowMs) return;
      this.#reservedUntilMs.delete(id);
    }
  }

  #finishDrains() {
    const { succeeded, failed } = this.#counts;
    for (const { done, before } of this.#drains.splice(0)) {
      done({ succeeded: succeeded - before.succeeded, failed: failed - before.failed });
    }
  }
}

function byDueTime(first, second) {
  return first.dueMs - second.dueMs || first.sequence - second.sequence;
}

module.exports = { DEFAULT_SETTINGS, NAME_RESERVED_MS, TaskQueue, burstSize, retryDelaySeconds };
