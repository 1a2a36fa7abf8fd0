import { Clock } from '@savepoint/server/core/clock';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type QueueSettings, retryDelaySeconds } from './queue-settings.ts';
import { type Task, TaskQueue } from './task-queue.ts';

const HOUR_MS = 3_600_000;
const START_MS = 1_000_000_000_000;

/** A queue whose attempts the test responds to. */
function startQueue(settings: {
  retryConfig?: Partial<QueueSettings['retryConfig']>;
  rateLimits?: Partial<QueueSettings['rateLimits']>;
}) {
  const timers = new Set<() => void>();
  const clock = new Clock({
    now: () => START_MS,
    after: (_ms, callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  const attempts: (Task<object> & { atMs: number; done: (status?: number) => void })[] = [];
  const givenUp: string[] = [];
  const startMs = clock.nowMs();
  const queue = new TaskQueue<object>({
    settings: {
      retryConfig: { ...DEFAULT_SETTINGS.retryConfig, ...settings.retryConfig },
      rateLimits: { ...DEFAULT_SETTINGS.rateLimits, ...settings.rateLimits },
    },
    clock,
    dispatch: (task, done) => attempts.push({ ...task, atMs: clock.nowMs() - startMs, done }),
    onGivenUp: ({ id }) => givenUp.push(id),
  });
  return {
    queue,
    clock,
    timers,
    startMs,
    attempts,
    givenUp,
    /** Responds to the latest attempt. */
    respond: (status?: number) => attempts.at(-1)?.done(status),
    ids: () => attempts.map(({ id }) => id),
  };
}

describe('retryDelaySeconds', () => {
  it('doubles maxDoublings times, then grows linearly up to the maximum, as in the reference of RetryConfig', () => {
    const config = { minBackoffSeconds: 10, maxBackoffSeconds: 300, maxDoublings: 3 };
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((retry) => retryDelaySeconds(config, retry));
    expect(delays).toEqual([10, 20, 40, 80, 160, 240, 300, 300]);
  });

  it('grows linearly from the start without doublings', () => {
    const config = { minBackoffSeconds: 2, maxBackoffSeconds: 100, maxDoublings: 0 };
    expect([1, 2, 3].map((retry) => retryDelaySeconds(config, retry))).toEqual([2, 4, 6]);
  });

  it('is 0 without a minimum, and the maximum after a thousand retries', () => {
    const none = { minBackoffSeconds: 0, maxBackoffSeconds: 3600, maxDoublings: 2000 };
    expect([1, 2, 5000].map((retry) => retryDelaySeconds(none, retry))).toEqual([0, 0, 0]);
    expect(
      retryDelaySeconds({ minBackoffSeconds: 1, maxBackoffSeconds: 3600, maxDoublings: 2000 }, 5000),
    ).toBe(3600);
  });
});

describe('A task', () => {
  it('is dispatched immediately without a schedule time, or with one in the past', () => {
    const { queue, ids, startMs } = startQueue({});
    queue.create('a', {});
    queue.create('b', {}, startMs - 5000);
    expect(ids()).toEqual(['a', 'b']);
  });

  it('is dispatched at its schedule time and not a millisecond earlier', async () => {
    const { queue, clock, startMs, ids } = startQueue({});
    queue.create('later', {}, startMs + 10_000);
    await clock.advance(9999);
    expect(ids()).toEqual([]);
    await clock.advance(1);
    expect(ids()).toEqual(['later']);
  });

  it('that is scheduled thirty days ahead, beyond the limit of a timer, is dispatched on time', async () => {
    const { queue, clock, startMs, ids } = startQueue({});
    const thirtyDaysMs = 30 * 24 * HOUR_MS;
    queue.create('later', {}, startMs + thirtyDaysMs);
    await clock.advance(thirtyDaysMs - 1);
    expect(ids()).toEqual([]);
    await clock.advance(1);
    expect(ids()).toEqual(['later']);
  });

  it('with an earlier schedule time overtakes those that were created before it', async () => {
    const { queue, clock, startMs, ids } = startQueue({});
    queue.create('second', {}, startMs + 2000);
    queue.create('third', {}, startMs + 2000);
    queue.create('first', {}, startMs + 1000);
    await clock.advance(2000);
    expect(ids()).toEqual(['first', 'second', 'third']);
  });

  it.each([500, 404, 302, undefined])('is retried after the response %s', async (status) => {
    const { queue, clock, attempts, respond } = startQueue({ retryConfig: { minBackoffSeconds: 5 } });
    queue.create('a', {});
    respond(status);
    await clock.advance(4999);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(attempts).toHaveLength(2);
    respond(204);
    expect(queue.find('a')).toBeUndefined();
  });

  it('is attempted maxAttempts times and then given up', async () => {
    const { queue, clock, attempts, respond, givenUp } = startQueue({
      retryConfig: { maxAttempts: 3, minBackoffSeconds: 10, maxBackoffSeconds: 300 },
    });
    queue.create('a', {});
    respond(500);
    await clock.advance(10_000);
    respond(500);
    await clock.advance(20_000);
    expect(givenUp).toEqual([]);
    respond(500);
    await clock.advance(HOUR_MS);
    expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 10_000, 30_000]);
    expect(givenUp).toEqual(['a']);
    expect(queue.counts).toEqual({ succeeded: 0, failed: 1 });
  });

  it('is attempted beyond maxAttempts until maxRetrySeconds have passed since its first attempt', async () => {
    const { queue, clock, attempts, respond } = startQueue({
      retryConfig: { maxAttempts: 2, maxRetrySeconds: 60, minBackoffSeconds: 20, maxDoublings: 0 },
    });
    queue.create('a', {});
    respond(500);
    await clock.advance(20_000);
    respond(500);
    await clock.advance(40_000);
    expect(queue.find('a')).toBeDefined();
    respond(500);
    await clock.advance(HOUR_MS);
    expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 20_000, 60_000]);
    expect(queue.find('a')).toBeUndefined();
  });

  it('with maxAttempts -1 is attempted until it succeeds', async () => {
    const { queue, clock, attempts, respond } = startQueue({
      retryConfig: { maxAttempts: -1, minBackoffSeconds: 1, maxBackoffSeconds: 1 },
    });
    queue.create('a', {});
    for (let retry = 0; retry < 50; retry += 1) {
      respond(503);
      await clock.advance(1000);
    }
    expect(attempts).toHaveLength(51);
    respond(200);
    expect(queue.list()).toEqual([]);
  });

  it('counts responses below 500 as executions, and contains the previous response', async () => {
    const { queue, clock, attempts, respond } = startQueue({ retryConfig: { maxAttempts: 5 } });
    queue.create('a', {});
    for (const status of [500, 404, undefined, 429]) {
      respond(status);
      await clock.advance(HOUR_MS);
    }
    const seen = attempts.map(({ attempts: count, executions, previousResponse }) => [
      count - 1,
      executions,
      previousResponse,
    ]);
    expect(seen).toEqual([
      [0, 0, undefined],
      [1, 0, 500],
      [2, 1, 404],
      [3, 1, 404],
      [4, 2, 429],
    ]);
  });

  it('that is deleted while it is attempted is not retried', async () => {
    const { queue, clock, attempts, respond, givenUp } = startQueue({});
    queue.create('a', {});
    expect(queue.delete('a')).toBe(true);
    respond(500);
    await clock.advance(HOUR_MS);
    expect(attempts).toHaveLength(1);
    expect(givenUp).toEqual([]);
    expect(queue.delete('a')).toBe(false);
  });

  it('that is deleted while it waits is not attempted, and leaves no timer', async () => {
    const { queue, clock, timers, startMs, attempts } = startQueue({});
    queue.create('a', {}, startMs + 1000);
    queue.delete('a');
    expect(timers.size).toBe(0);
    await clock.advance(HOUR_MS);
    expect(attempts).toEqual([]);
  });

  it('that is run by hand is attempted before its schedule time and while the queue is paused', () => {
    const { queue, startMs, ids } = startQueue({ rateLimits: { maxConcurrentDispatches: 1 } });
    queue.create('running', {});
    queue.create('later', {}, startMs + HOUR_MS);
    queue.pause();
    expect(queue.run('later')).toBe(true);
    expect(queue.run('unknown')).toBe(false);
    expect(ids()).toEqual(['running', 'later']);
  });
});

describe('The name of a task', () => {
  it('cannot be used twice at the same time', () => {
    const { queue, startMs } = startQueue({});
    expect(queue.create('a', {}, startMs + 1000)).toBeDefined();
    expect(queue.create('a', {})).toBeUndefined();
  });

  it.each(['executed', 'given up', 'deleted', 'purged'])(
    'cannot be used for an hour after the task was %s, and can then',
    async (end) => {
      const { queue, clock, respond } = startQueue({ retryConfig: { maxAttempts: 1 } });
      queue.create('a', {});
      if (end === 'executed') respond(200);
      if (end === 'given up') respond(500);
      if (end === 'deleted') queue.delete('a');
      if (end === 'purged') queue.purge();
      await clock.advance(HOUR_MS - 1);
      expect(queue.create('a', {})).toBeUndefined();
      await clock.advance(1);
      expect(queue.create('a', {})).toBeDefined();
    },
  );

  it('can be used again after the queue was cleared', () => {
    const { queue } = startQueue({});
    queue.create('a', {});
    queue.clear();
    expect(queue.create('a', {})).toBeDefined();
  });
});

describe('A queue', () => {
  it('has at most maxConcurrentDispatches attempts in progress, and fills a slot as soon as it is free', () => {
    const { queue, attempts, ids } = startQueue({ rateLimits: { maxConcurrentDispatches: 2 } });
    for (const id of ['a', 'b', 'c', 'd']) queue.create(id, {});
    expect(ids()).toEqual(['a', 'b']);
    attempts[1]?.done(200);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('gives the slot of a task that waits for a retry to another task', () => {
    const { queue, ids, respond } = startQueue({
      rateLimits: { maxConcurrentDispatches: 1 },
      retryConfig: { minBackoffSeconds: 60 },
    });
    queue.create('failing', {});
    queue.create('next', {});
    respond(500);
    expect(ids()).toEqual(['failing', 'next']);
  });

  it('dispatches no more than maxDispatchesPerSecond, including retries', async () => {
    const { queue, clock, attempts } = startQueue({ rateLimits: { maxDispatchesPerSecond: 2 } });
    for (let id = 0; id < 20; id += 1) queue.create(String(id), {});
    await clock.advance(3000);
    expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000]);
  });

  it('with a rate below one per second dispatches a task every few seconds', async () => {
    const { queue, clock, attempts } = startQueue({ rateLimits: { maxDispatchesPerSecond: 0.25 } });
    for (const id of ['a', 'b', 'c']) queue.create(id, {});
    await clock.advance(10_000);
    expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 4000, 8000]);
  });

  it('that is paused dispatches nothing until it is resumed, but accepts new tasks', async () => {
    const { queue, clock, ids } = startQueue({});
    queue.pause();
    queue.create('a', {});
    await clock.advance(HOUR_MS);
    expect(ids()).toEqual([]);
    queue.resume();
    expect(ids()).toEqual(['a']);
  });

  it('keeps tasks, names and the pause when its settings change', () => {
    const { queue, ids } = startQueue({});
    queue.pause();
    queue.create('a', {});
    queue.update({
      ...DEFAULT_SETTINGS,
      rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 500 },
    });
    expect(ids()).toEqual([]);
    expect(queue.create('a', {})).toBeUndefined();
    queue.create('b', {});
    queue.resume();
    expect(ids()).toEqual(['a']);
  });

  it('that is drained runs tasks scheduled for later, retries immediately, and reports how many succeeded and failed', () => {
    const { queue, startMs, attempts, respond } = startQueue({
      retryConfig: { maxAttempts: 2, minBackoffSeconds: 60 },
    });
    queue.create('later', {}, startMs + HOUR_MS);
    const ends: object[] = [];
    queue.drain((counts) => ends.push(counts));
    respond(200);
    expect(ends).toEqual([{ succeeded: 1, failed: 0 }]);

    queue.create('failing', {}, startMs + HOUR_MS);
    queue.drain((counts) => ends.push(counts));
    respond(500);
    expect(attempts).toHaveLength(3);
    expect(ends).toHaveLength(1);
    respond(500);
    expect(ends[1]).toEqual({ succeeded: 0, failed: 1 });
  });

  it('that is empty is drained immediately', () => {
    const { queue } = startQueue({});
    const ends: object[] = [];
    queue.drain((counts) => ends.push(counts));
    expect(ends).toEqual([{ succeeded: 0, failed: 0 }]);
  });

  it('waits for schedule times again after it was drained', () => {
    const { queue, startMs, attempts, ids, respond } = startQueue({});
    queue.create('a', {}, startMs + HOUR_MS);
    queue.drain(() => undefined);
    respond(200);
    queue.create('b', {}, startMs + HOUR_MS);
    expect(ids()).toEqual(['a']);
    expect(attempts).toHaveLength(1);
  });
});
