// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOnline, subscribeToNetwork } from './network.ts';

const fetched = vi.fn();
const browserSays = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes the word of a browser that is online, and asks nobody', async () => {
  browserSays(true);
  leave = subscribeToNetwork(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOnline()).toBe(true);
  expect(fetched).not.toHaveBeenCalled();
});

it('is online on a machine without a network while the shop on it answers', async () => {
  browserSays(false);
  fetched.mockResolvedValue(new Response());
  const heard = vi.fn();
  leave = subscribeToNetwork(heard);
  expect(isOnline()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalled();
  expect(isOnline()).toBe(true);
  fetched.mockRejectedValue(new TypeError('no route'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(isOnline()).toBe(false);
});

it('hears of a network that goes and comes, and stops asking when nobody listens', async () => {
  browserSays(true);
  const heard = vi.fn();
  leave = subscribeToNetwork(heard);
  fetched.mockRejectedValue(new TypeError('no route'));
  browserSays(false);
  dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  browserSays(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
  const asked = fetched.mock.calls.length;
  browserSays(false);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(asked);
});
