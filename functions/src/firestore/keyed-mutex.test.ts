import { describe, expect, it } from 'vitest';
import { keyedMutex } from './keyed-mutex.ts';

describe('keyedMutex', () => {
  it('runs tasks with a common key in order of arrival, and tasks with other keys concurrently', async () => {
    const runExclusive = keyedMutex();
    const gate = Promise.withResolvers<void>();
    const log: string[] = [];
    const first = runExclusive(['a', 'b'], async () => {
      await gate.promise;
      log.push('first');
    });
    const second = runExclusive(['b'], async () => log.push('second'));
    await runExclusive(['c'], async () => log.push('other'));
    gate.resolve();
    await Promise.all([first, second]);
    expect(log).toEqual(['other', 'first', 'second']);
  });

  it('releases the keys of a task that rejects', async () => {
    const runExclusive = keyedMutex();
    await expect(runExclusive(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await runExclusive(['a'], async () => 'in')).toBe('in');
  });

  it('does not deadlock when two tasks name the same keys in opposite order', async () => {
    const runExclusive = keyedMutex();
    expect(
      await Promise.all([runExclusive(['a', 'b'], async () => 1), runExclusive(['b', 'a'], async () => 2)]),
    ).toEqual([1, 2]);
  });
});
