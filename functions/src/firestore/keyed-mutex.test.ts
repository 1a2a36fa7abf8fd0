// Question: does work for the same key never overlap, other work not wait, and a failure block nobody?
import { describe, expect, it } from 'vitest';
import { keyedMutex } from './keyed-mutex.ts';

function aGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a turnstile', () => {
  it('runs work for one key in the order of arrival, and other keys beside it', async () => {
    const runExclusive = keyedMutex();
    const gate = aGate();
    const log: string[] = [];
    const first = runExclusive(['a', 'b'], async () => {
      await gate.opened;
      log.push('first');
    });
    const second = runExclusive(['b'], async () => log.push('second'));
    await runExclusive(['c'], async () => log.push('other'));
    gate.open();
    await Promise.all([first, second]);
    expect(log).toEqual(['other', 'first', 'second']);
  });

  it('lets the next one in after a failure, and forgets keys that nobody waits for', async () => {
    const runExclusive = keyedMutex();
    await expect(runExclusive(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await runExclusive(['a'], async () => 'in')).toBe('in');
  });

  it('answers opposite wishes without waiting for ever', async () => {
    const runExclusive = keyedMutex();
    expect(
      await Promise.all([runExclusive(['a', 'b'], async () => 1), runExclusive(['b', 'a'], async () => 2)]),
    ).toEqual([1, 2]);
  });
});
