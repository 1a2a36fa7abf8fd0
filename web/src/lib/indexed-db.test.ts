import { afterEach, describe, expect, it, vi } from 'vitest';
import { isIndexedDbAvailable } from './indexed-db.ts';

afterEach(() => vi.unstubAllGlobals());

describe('isIndexedDbAvailable', () => {
  it('returns true and deletes its database when IndexedDB opens', async () => {
    const deleteDatabase = vi.fn();
    const close = vi.fn();
    const request = { result: { close } } as unknown as IDBOpenDBRequest;
    vi.stubGlobal('indexedDB', { open: () => request, deleteDatabase });
    const available = isIndexedDbAvailable();
    request.onsuccess?.({} as never);
    expect(await available).toBe(true);
    expect(close).toHaveBeenCalledOnce();
    expect(deleteDatabase).toHaveBeenCalledOnce();
  });

  it('returns false when opening throws', async () => {
    const open = () => {
      throw new DOMException('IndexedDB is disabled.', 'SecurityError');
    };
    vi.stubGlobal('indexedDB', { open });
    expect(await isIndexedDbAvailable()).toBe(false);
  });

  it('returns false when opening fails with an error event', async () => {
    const request = {} as IDBOpenDBRequest;
    vi.stubGlobal('indexedDB', { open: () => request });
    const available = isIndexedDbAvailable();
    request.onerror?.({} as never);
    expect(await available).toBe(false);
  });
});
