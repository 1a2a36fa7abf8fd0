// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimDeviceData, DATA_OWNER_KEY } from './device-data.ts';

const MACHINE = { theme: 'dark', consent: 'denied', fontsSeen: '1' };
const GUEST = { cart: '[]', guestWishlist: '[]' };
const ACCOUNT = {
  recentlyViewed: '["tee"]',
  recentSearches: '["hoodie"]',
  checkout: '{"uid":"ada"}',
  unsavedWishlist: '{"uid":"ada"}',
  'firestore_mutations_firestore/[DEFAULT]/demo/_1_ada': '{}',
  aLaterVersionsKey: 'ada',
};

const databases = new Set<string>();
let isBlocked = false;
const deletedCaches: string[] = [];

function store(entries: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

const claim = (uid: string | null) => claimDeviceData(async () => uid);

beforeEach(() => {
  localStorage.clear();
  databases.clear();
  deletedCaches.length = 0;
  isBlocked = false;
  store({ ...MACHINE, ...GUEST, ...ACCOUNT });
  for (const name of ['firestore/[DEFAULT]/demo/main', 'firebaseLocalStorageDb']) databases.add(name);
  vi.stubGlobal('indexedDB', {
    databases: async () => [...databases].map((name) => ({ name })),
    deleteDatabase: (name: string) => {
      const request = { error: null, onsuccess: () => {} };
      queueMicrotask(() => {
        if (isBlocked) return;
        databases.delete(name);
        request.onsuccess();
      });
      return request;
    },
  });
  vi.stubGlobal('caches', { delete: async (name: string) => deletedCaches.push(name) });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('claimDeviceData', () => {
  it("removes an account's data if nobody is signed in, and keeps that of the device and of a guest", async () => {
    store({ [DATA_OWNER_KEY]: 'ada' });
    expect(await claim(null)).toBe(true);
    expect({ ...localStorage }).toEqual({ ...MACHINE, ...GUEST });
    expect([...databases]).toEqual(['firebaseLocalStorageDb']);
    expect(deletedCaches).toEqual(['pages-v2']);
  });

  it("removes an account's data if another account is signed in, except the records of Firebase Auth", async () => {
    store({ [DATA_OWNER_KEY]: 'ada', 'firebase:authUser:key:[DEFAULT]': '{"uid":"bob"}' });
    expect(await claim('bob')).toBe(true);
    expect({ ...localStorage }).toEqual({
      ...MACHINE,
      ...GUEST,
      [DATA_OWNER_KEY]: 'bob',
      'firebase:authUser:key:[DEFAULT]': '{"uid":"bob"}',
    });
    expect([...databases]).toEqual(['firebaseLocalStorageDb']);
  });

  it.each([
    ['of the signed-in account itself', 'ada', 'ada'],
    ['of a guest who signs in', null, 'ada'],
    ['of a guest', null, null],
  ])('removes nothing %s', async (_name, owner, uid) => {
    if (owner !== null) store({ [DATA_OWNER_KEY]: owner });
    expect(await claim(uid)).toBe(true);
    expect({ ...localStorage }).toMatchObject(ACCOUNT);
    expect(localStorage.getItem(DATA_OWNER_KEY)).toBe(uid);
    expect(databases.size).toBe(2);
  });

  it('returns false while another tab blocks the deletion, and removes the rest the next time', async () => {
    vi.useFakeTimers();
    store({ [DATA_OWNER_KEY]: 'ada' });
    isBlocked = true;
    const claimed = claim('bob');
    await vi.advanceTimersByTimeAsync(5000);
    expect(await claimed).toBe(false);
    expect(localStorage.getItem(DATA_OWNER_KEY)).toBe('');
    isBlocked = false;
    expect(await claim('bob')).toBe(true);
    expect([...databases]).toEqual(['firebaseLocalStorageDb']);
    expect(localStorage.getItem(DATA_OWNER_KEY)).toBe('bob');
  });
});
