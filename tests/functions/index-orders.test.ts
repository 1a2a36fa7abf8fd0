import { randomUUID } from 'node:crypto';
import { orderSearchTerms } from '@savepoint/model/order-number';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexOrders } from '../../scripts/index-orders.ts';

let db: Firestore;
let close: () => Promise<void>;
beforeEach(() => {
  const app = initializeApp({ projectId: `demo-orders-${randomUUID().slice(0, 8)}` }, randomUUID());
  db = getFirestore(app);
  close = () => deleteApp(app);
});
afterEach(() => close());

describe('npm run index-orders', { timeout: 60_000 }, () => {
  it('makes older orders findable by number, email address and name, however many there are, and writes no others', async () => {
    const address = { name: 'Ada Byron' };
    const writer = db.bulkWriter();
    for (let n = 0; n < 900; n += 1)
      void writer.set(db.doc(`orders/old-order-${n}`), { email: 'ada@example.com', address, status: 'paid' });
    await writer.close();
    const id = 'new-order';
    await db.doc(`orders/${id}`).set({ address, searchTerms: orderSearchTerms({ id, address }) });
    await db.doc('orders/broken').set({ userId: 'somebody' });
    const before = (await db.doc(`orders/${id}`).get()).updateTime;

    expect(await indexOrders(db)).toEqual({ read: 902, written: 901 });
    const found = async (term: string) =>
      (await db.collection('orders').where('searchTerms', 'array-contains', term).count().get()).data().count;
    expect(await found('byron')).toBe(901);
    expect(await found('ada@example.com')).toBe(900);
    expect(await found('old-order-899')).toBe(1);
    expect(await found('broken')).toBe(1);
    expect((await db.doc('orders/old-order-1').get()).data()).toMatchObject({ status: 'paid', address });
    expect((await db.doc(`orders/${id}`).get()).updateTime).toEqual(before);
    expect(await indexOrders(db)).toEqual({ read: 902, written: 0 });
  });
});
