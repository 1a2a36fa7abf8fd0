// Reviews are written by a function because security rules cannot query a shopper's orders.
import type { SubmitReviewRequest, SubmitReviewResponse } from '@savepoint/model/callables';
import { USER_NAME_MAX_LENGTH } from '@savepoint/model/limits';
import type { Firestore } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';

const PURCHASED_STATUSES = ['paid', 'packed', 'shipped', 'delivered', 'return-requested'];

interface Reviewer {
  readonly uid: string;
  readonly name: string | undefined;
}

/**
 * Writes or replaces the shopper's one review of a product. Rejects with not-found without such a product, and with
 * failed-precondition when the shopper has not bought it or their review of it is hidden.
 */
export async function submitReview(
  db: Firestore,
  { uid, name }: Reviewer,
  request: SubmitReviewRequest,
  now: Date,
): Promise<SubmitReviewResponse> {
  const reviewId = `${request.productId}_${uid}`;
  const [product, orders, user, hidden] = await Promise.all([
    db.doc(`products/${request.productId}`).get(),
    db
      .collection('orders')
      .where('userId', '==', uid)
      .where('productIds', 'array-contains', request.productId)
      .get(),
    db.doc(`users/${uid}`).get(),
    db.doc(`hiddenReviews/${reviewId}`).get(),
  ]);
  if (!product.exists) throw httpsError('not-found', 'There is no such product.');
  if (!orders.docs.some((order) => PURCHASED_STATUSES.includes(String(order.get('status')))))
    throw httpsError('failed-precondition', 'Reviews are written by people who bought the product here.');
  if (hidden.exists)
    throw httpsError(
      'failed-precondition',
      'Your review of this product was hidden by the people who run the shop.',
    );
  const displayName = String(user.get('displayName') || name || 'A shopper').slice(0, USER_NAME_MAX_LENGTH);
  await db.doc(`reviews/${reviewId}`).set({
    ...request,
    userId: uid,
    userName: displayName,
    createdAt: now,
    verified: true,
  });
  return { reviewId };
}
