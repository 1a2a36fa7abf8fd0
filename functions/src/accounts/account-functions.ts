// Owns the end of an account. What is the shopper's goes: the record, the sign-in, the name on reviews. Orders stay for the books,
// without the email address; an order that is still on its way has to arrive first.
import { DeleteAccountRequestSchema } from '@savepoint/model/callables';
import { FieldValue } from 'firebase-admin/firestore';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { auth, database } from '../firestore/database.ts';

const OPEN_STATUSES = ['pending', 'paid', 'packed', 'shipped', 'return-requested'];
const WRITES_PER_BATCH = 400;

export const deleteAccount = callable({
  name: 'deleteAccount',
  access: 'shopper',
  schema: DeleteAccountRequestSchema,
  handle: async (_request, { uid }) => {
    const db = database();
    const [orders, reviews, hiddenReviews] = await Promise.all([
      db.collection('orders').where('userId', '==', uid).get(),
      db.collection('reviews').where('userId', '==', uid).get(),
      db.collection('hiddenReviews').where('userId', '==', uid).get(),
    ]);
    const open = orders.docs.filter((order) => OPEN_STATUSES.includes(String(order.get('status'))));
    if (open.length > 0)
      throw httpsError(
        'failed-precondition',
        open.length === 1
          ? 'One of your orders is still open. Cancel it or wait until it has arrived, then delete your account.'
          : `${open.length} of your orders are still open. Cancel them or wait until they have arrived, then delete your account.`,
      );
    const changes = [
      ...orders.docs.map(({ ref }) => ({ ref, fields: { email: FieldValue.delete() } })),
      ...[...reviews.docs, ...hiddenReviews.docs].map(({ ref }) => ({
        ref,
        fields: { userName: 'Former member' },
      })),
    ];
    for (let start = 0; start < changes.length; start += WRITES_PER_BATCH) {
      const batch = db.batch();
      for (const { ref, fields } of changes.slice(start, start + WRITES_PER_BATCH)) batch.update(ref, fields);
      await batch.commit();
    }
    await db.doc(`users/${uid}`).delete();
    await auth().deleteUser(uid);
    return { done: true } as const;
  },
});
