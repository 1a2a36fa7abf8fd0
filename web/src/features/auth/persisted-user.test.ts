// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPersistedSession } from './persisted-user.ts';

const KEY = 'firebase:authUser:demo-api-key:[DEFAULT]';
const ADA = {
  uid: 'u1',
  email: 'ada@example.com',
  displayName: 'Ada',
  stsTokenManager: { accessToken: `h.${btoa('{"admin":true}')}.s` },
};
const ADA_SIGNED_IN = {
  status: 'signed-in',
  user: { uid: 'u1', email: 'ada@example.com', displayName: 'Ada', role: 'owner' },
};

type Open = () => Partial<IDBOpenDBRequest>;

/** A request whose outcome arrives as an event, as in IndexedDB. */
function request<T>(fire: (request: T) => void): T {
  const created = {} as T;
  queueMicrotask(() => fire(created));
  return created;
}

/** IndexedDB with these records of the SDK by key; without records, its database does not exist. */
function indexedDbWith(records?: Readonly<Record<string, unknown>>): Open {
  if (records === undefined)
    return () =>
      request<IDBOpenDBRequest>((open) => {
        Object.assign(open, { transaction: { abort: () => {} } });
        open.onupgradeneeded?.({} as never);
        open.onerror?.({} as never);
      });
  const result = Object.entries(records).map(([key, value]) => ({ fbase_key: key, value }));
  const getAll = () =>
    request<IDBRequest>((all) => {
      Object.assign(all, { result });
      all.onsuccess?.({} as never);
    });
  const database = {
    objectStoreNames: { contains: () => true },
    transaction: () => ({ objectStore: () => ({ getAll }) }),
    close: () => {},
  };
  return () =>
    request<IDBOpenDBRequest>((open) => {
      Object.assign(open, { result: database });
      open.onsuccess?.({} as never);
    });
}

const throwing: Open = () => {
  throw new DOMException('IndexedDB is disabled.', 'SecurityError');
};
const failing: Open = () =>
  request<IDBOpenDBRequest>((open) => {
    Object.assign(open, { error: new DOMException('IndexedDB is disabled.', 'UnknownError') });
    open.onerror?.({} as never);
  });
const blocked: Open = () => request<IDBOpenDBRequest>((open) => open.onblocked?.({} as never));

const read = (open: Open) => {
  vi.stubGlobal('indexedDB', { open });
  return readPersistedSession();
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('readPersistedSession', () => {
  it('returns signed-out when the SDK has never stored anything', async () => {
    expect(await read(indexedDbWith())).toEqual({ status: 'signed-out' });
  });

  it('returns signed-out when the SDK has stored other keys only', async () => {
    expect(await read(indexedDbWith({ 'firebase:heartbeat': { uid: 'u1' } }))).toEqual({
      status: 'signed-out',
    });
  });

  it('returns the user and the claims of the record in IndexedDB', async () => {
    expect(await read(indexedDbWith({ [KEY]: ADA }))).toEqual(ADA_SIGNED_IN);
  });

  it.each([
    ['IndexedDB is empty', indexedDbWith()],
    ['opening IndexedDB throws', throwing],
    ['opening IndexedDB fails', failing],
  ])('returns the user of the record in local storage when %s', async (_condition, open) => {
    localStorage.setItem(KEY, JSON.stringify(ADA));
    expect(await read(open)).toEqual(ADA_SIGNED_IN);
  });

  it.each([
    ['opening IndexedDB throws', throwing],
    ['opening IndexedDB fails with an error event', failing],
    ['IndexedDB is blocked', blocked],
  ])('returns unknown when %s and local storage holds no user', async (_condition, open) => {
    expect(await read(open)).toEqual({ status: 'unknown' });
  });

  it('returns unknown when IndexedDB is not defined', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await readPersistedSession()).toEqual({ status: 'unknown' });
  });

  it('returns unknown when local storage is refused', async () => {
    vi.stubGlobal('localStorage', undefined);
    expect(await read(indexedDbWith())).toEqual({ status: 'unknown' });
  });

  it('returns unknown when local storage holds a record that is not JSON', async () => {
    localStorage.setItem(KEY, '{');
    expect(await read(indexedDbWith())).toEqual({ status: 'unknown' });
  });

  it.each([
    ['a bare ID token', 'h.e30.s'],
    ['null', null],
    ['no uid', { ...ADA, uid: undefined }],
    ['a uid that is a number', { ...ADA, uid: 7 }],
    ['no token', { ...ADA, stsTokenManager: {} }],
    ['an email that is an object', { ...ADA, email: {} }],
  ])('returns unknown for a record in IndexedDB that is or has %s', async (_shape, record) => {
    expect(await read(indexedDbWith({ [KEY]: record }))).toEqual({ status: 'unknown' });
  });

  it('returns unknown when several apps of the origin have stored a user', async () => {
    const other = 'firebase:authUser:other-key:[DEFAULT]';
    expect(await read(indexedDbWith({ [KEY]: ADA, [other]: { ...ADA, uid: 'u2' } }))).toEqual({
      status: 'unknown',
    });
  });
});
