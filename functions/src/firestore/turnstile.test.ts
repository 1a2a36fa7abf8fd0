// Question: does work for the same key never overlap, other work not wait, and a failure block nobody?
import { describe, expect, it } from 'vitest';
import { turnstile } from './turnstile.ts';

function aGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a turnstile', () => {
  it('runs work for one key in the order of arrival, and other keys beside it', async () => {
    const inTurn = turnstile();
    const gate = aGate();
    const log: string[] = [];
    const first = inTurn(['a', 'b'], async () => {
      await gate.opened;
      log.push('first');
    });
    const second = inTurn(['b'], async () => log.push('second'));
    await inTurn(['c'], async () => log.push('other'));
    gate.open();
    await Promise.all([first, second]);
    expect(log).toEqual(['other', 'first', 'second']);
  });

  it('lets the next one in after a failure, and forgets keys that nobody waits for', async () => {
    const inTurn = turnstile();
    await expect(inTurn(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inTurn(['a'], async () => 'in')).toBe('in');
  });

  it('answers opposite wishes without waiting for ever', async () => {
    const inTurn = turnstile();
    expect(await Promise.all([inTurn(['a', 'b'], async () => 1), inTurn(['b', 'a'], async () => 2)])).toEqual(
      [1, 2],
    );
  });
});
