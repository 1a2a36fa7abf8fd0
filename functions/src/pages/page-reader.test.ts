import type { Firestore } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { createPageReader } from './page-reader.ts';
import { ReadCache } from './read-cache.ts';

const AT = new Date('2026-11-01T12:00:00Z');

/** Firestore with one document, products/tee. */
function fakeFirestore() {
  const snapshot = {
    exists: true,
    id: 'tee',
    data: () => ({ name: 'Tee', createdAt: { toDate: () => AT } }),
  };
  const query = {
    where: vi.fn(() => query),
    limit: vi.fn(() => query),
    get: vi.fn(async () => ({ docs: [snapshot] })),
  };
  const doc = vi.fn((id: string) => ({ get: async () => (id === 'tee' ? snapshot : { exists: false }) }));
  const collection = vi.fn((_name: string) => ({ ...query, doc }));
  return { db: { collection } as unknown as Firestore, collection, doc, query };
}

function createReader() {
  const fake = fakeFirestore();
  const cache = new ReadCache({ seconds: 30, maxEntries: 10, now: () => 0 });
  return { ...fake, read: createPageReader(fake.db, cache) };
}

describe('createPageReader', () => {
  it('returns a document with its id and with timestamps as ISO strings', async () => {
    const { read } = createReader();
    expect(await read({ op: 'get', path: 'products/tee' })).toEqual({
      id: 'tee',
      name: 'Tee',
      createdAt: AT.toISOString(),
    });
  });

  it('returns the documents of a query', async () => {
    const { read, query } = createReader();
    const request = { op: 'query', path: 'products', where: [['status', '==', 'active']], limit: 5 } as const;
    expect(await read(request)).toEqual([{ id: 'tee', name: 'Tee', createdAt: AT.toISOString() }]);
    expect(query.where).toHaveBeenCalledWith('status', '==', 'active');
    expect(query.limit).toHaveBeenCalledWith(5);
  });

  it('reads once for equal requests', async () => {
    const { read, doc } = createReader();
    await Promise.all([read({ op: 'get', path: 'products/tee' }), read({ op: 'get', path: 'products/tee' })]);
    expect(doc).toHaveBeenCalledTimes(1);
  });

  it('returns null for a document that does not exist', async () => {
    expect(await createReader().read({ op: 'get', path: 'products/nowhere' })).toBeNull();
  });

  it.each(['.', '..', '__id__', 'a%2Fb', '%00'.repeat(1501)])(
    'returns null without a read for %j, which no document can be named',
    async (id) => {
      const { read, doc } = createReader();
      expect(await read({ op: 'get', path: `products/${id}` })).toBeNull();
      expect(doc).not.toHaveBeenCalled();
    },
  );

  it.each([
    { op: 'get', path: 'users/ada' },
    { op: 'get', path: 'products/tee/private/cost' },
    { op: 'get', path: 'products' },
    { op: 'query', path: 'orders' },
    { op: 'query', path: 'products/tee/private' },
    { op: 'query', path: 'products%2Ftee%2Fprivate' },
  ] as const)('rejects $op of $path, which is not public', async (request) => {
    const { read, collection } = createReader();
    await expect(read(request)).rejects.toThrow(`A page may not read '${request.path}'.`);
    expect(collection).not.toHaveBeenCalled();
  });
});
