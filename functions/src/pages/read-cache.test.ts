import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadCache } from './read-cache.ts';

let time: number;
beforeEach(() => {
  time = 1_000_000;
});

const createCache = (options: { seconds?: number; maxEntries?: number } = {}) =>
  new ReadCache({ seconds: 30, maxEntries: 10, now: () => time, ...options });

/** A read whose results count its calls: 1, 2, 3 ... */
const countingRead = () => {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    return calls;
  });
};

describe('ReadCache', () => {
  it('returns the cached result until the lifetime has passed, then reads again', async () => {
    const [cache, load] = [createCache({ seconds: 30 }), countingRead()];
    expect(await cache.read('a', load)).toBe(1);
    time += 29_999;
    expect(await cache.read('a', load)).toBe(1);
    time += 1;
    expect(await cache.read('a', load)).toBe(2);
  });

  it('counts the lifetime from the start of a read, not from its end', async () => {
    const [cache, load, slow] = [
      createCache({ seconds: 30 }),
      countingRead(),
      Promise.withResolvers<number>(),
    ];
    const first = cache.read('a', () => slow.promise);
    time += 30_000;
    slow.resolve(0);
    expect(await first).toBe(0);
    expect(await cache.read('a', load)).toBe(1);
  });

  it('caches keys apart', async () => {
    const cache = createCache();
    expect(await cache.read('a', async () => 'of a')).toBe('of a');
    expect(await cache.read('b', async () => 'of b')).toBe('of b');
  });

  it('shares one read among concurrent reads of a key', async () => {
    const [cache, load] = [createCache(), countingRead()];
    expect(await Promise.all([1, 2, 3].map(() => cache.read('a', load)))).toEqual([1, 1, 1]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('does not cache a read that rejects', async () => {
    const [cache, load] = [createCache(), countingRead()];
    await expect(cache.read('a', () => Promise.reject(new Error('unavailable')))).rejects.toThrow(
      'unavailable',
    );
    expect(await cache.read('a', load)).toBe(1);
  });

  it('keeps a newer result when an expired read of the key rejects late', async () => {
    const [cache, load, slow] = [
      createCache({ seconds: 30 }),
      countingRead(),
      Promise.withResolvers<number>(),
    ];
    const failing = cache.read('a', () => slow.promise);
    time += 30_000;
    await cache.read('a', load);
    slow.reject(new Error('deadline exceeded'));
    await expect(failing).rejects.toThrow('deadline exceeded');
    expect(await cache.read('a', load)).toBe(1);
  });

  it('evicts the entry that was read longest ago when it is full', async () => {
    const cache = createCache({ seconds: 30, maxEntries: 2 });
    const [first, second] = [countingRead(), countingRead()];
    await cache.read('first', first);
    await cache.read('second', second);
    time += 30_000;
    await cache.read('first', first);
    await cache.read('third', countingRead());
    expect(await cache.read('first', first)).toBe(2);
    expect(first).toHaveBeenCalledTimes(2);
    expect(await cache.read('second', second)).toBe(2);
  });

  it('reads every time with a lifetime of 0', async () => {
    const [cache, load] = [createCache({ seconds: 0 }), countingRead()];
    expect(await Promise.all([1, 2].map(() => cache.read('a', load)))).toEqual([1, 2]);
    expect(await cache.read('a', load)).toBe(3);
  });
});
