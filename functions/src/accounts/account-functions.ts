import { DeleteAccountRequestSchema } from '@savepoint/model/callables';
import { FieldValue } from 'firebase-admin/firestore';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { auth, database } from '../firestore/database.ts';

const OPEN_STATUSES = ['pending', 'paid', 'packed', 'shipped', 'return-requested'];
/** Firestore takes 500 writes a batch. */
const WRITES_PER_BATCH = 400;

/**
 * Deletes the user record and the sign-in, and anonymises reviews. Orders are business records and stay, without the email
 * address. Rejects with failed-precondition while an order is open.
 */
export const deleteAccount = callable({
  name: 'deleteAccount',
  access: 'signed-in',
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
