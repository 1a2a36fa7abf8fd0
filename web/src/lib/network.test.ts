// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOnline, subscribeToNetwork } from './network.ts';

const fetched = vi.fn();
const setOnLine = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });
let unsubscribe: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => {
  unsubscribe();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('isOnline', () => {
  it('is true without probing while the browser reports that it is online', async () => {
    setOnLine(true);
    unsubscribe = subscribeToNetwork(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOnline()).toBe(true);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is true on a machine without a network while the shop on it responds', async () => {
    setOnLine(false);
    fetched.mockResolvedValue(new Response());
    const listener = vi.fn();
    unsubscribe = subscribeToNetwork(listener);
    expect(isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(listener).toHaveBeenCalled();
    expect(isOnline()).toBe(true);
    fetched.mockRejectedValue(new TypeError('no route'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(isOnline()).toBe(false);
  });

  it('follows the network as it goes and returns, and stops probing after the last unsubscribe', async () => {
    setOnLine(true);
    const listener = vi.fn();
    unsubscribe = subscribeToNetwork(listener);
    fetched.mockRejectedValue(new TypeError('no route'));
    setOnLine(false);
    dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOnline()).toBe(false);
    setOnLine(true);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOnline()).toBe(true);
    const probes = fetched.mock.calls.length;
    setOnLine(false);
    unsubscribe();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveBeenCalledTimes(probes);
  });
});
