// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, claimReload, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('loadChunk', () => {
  it('tries once more when the chunk cannot be loaded', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('dropped')).mockResolvedValue('module');
    await expect(loadChunk('Shop', load)).resolves.toBe('module');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('rejects with a ChunkError after the second failure, and logs it', async () => {
    const load = vi.fn().mockRejectedValue(new Error('gone'));
    await expect(loadChunk('Shop', load)).rejects.toBeInstanceOf(ChunkError);
    expect(load).toHaveBeenCalledTimes(2);
    expect(console.error).toHaveBeenCalledWith("The page 'Shop' failed to load.", expect.any(Error));
  });
});

describe('claimReload', () => {
  it('allows one reload for a chunk, and another one once it has been loaded', async () => {
    expect(claimReload('Shop')).toBe(true);
    expect(claimReload('Shop')).toBe(false);
    await loadChunk('Shop', async () => 'module');
    expect(claimReload('Shop')).toBe(true);
    expect(claimReload('Cart')).toBe(true);
  });

  it('allows none if session storage is refused, because it could not detect a loop', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(claimReload('Shop')).toBe(false);
  });
});
