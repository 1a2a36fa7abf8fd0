import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { countOrders } from '../../scripts/count-orders.ts';

const ORDER = {
  ...{ status: 'paid', totalCents: 4500, createdAt: new Date('2026-11-01T12:00:00Z'), userId: 'ann' },
  lines: [{ id: 'tee', quantity: 2 }],
};

it('npm run count-orders counts each order once, supports a dry run, and continues where it stopped', async () => {
  const app = initializeApp({ projectId: `demo-orders-${randomUUID().slice(0, 8)}` }, randomUUID());
  const db = getFirestore(app);
  const sums = async () => {
    const shards = await db.collection('salesCounts').get();
    const days = shards.docs.map((shard) => shard.get('days') as Record<string, { totalCents: number }>);
    return days.flatMap((each) => Object.values(each)).reduce((sum, { totalCents }) => sum + totalCents, 0);
  };
  const named: string[] = [];
  const count = (options: { isDry: boolean; after?: string }) =>
    countOrders(db, { ...options, report: (last) => named.push(last) });
  try {
    for (const id of ['a', 'b', 'c']) await db.doc(`orders/${id}`).set(ORDER);
    await db.doc('orders/unpaid').set({ ...ORDER, status: 'pending' });
    await db.doc('orders/broken').set({ userId: 'somebody' });
    expect(await count({ isDry: true })).toEqual({ read: 5, counted: 3 });
    expect(await sums()).toBe(0);
    expect(await count({ isDry: false, after: 'a' })).toEqual({ read: 4, counted: 2 });
    expect(await count({ isDry: false })).toEqual({ read: 5, counted: 1 });
    expect(await sums()).toBe(3 * 4500);
    expect(await count({ isDry: false })).toEqual({ read: 5, counted: 0 });
    expect(named.at(-1)).toBe('unpaid');
  } finally {
    await deleteApp(app);
  }
}, 60_000);
