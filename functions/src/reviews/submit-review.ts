// Reviews are written by a function because security rules cannot query a shopper's orders.

import type { SubmitReviewRequest, SubmitReviewResponse } from '@savepoint/model/callables';
import { cutText } from '@savepoint/model/cut-text';
import { USER_NAME_MAX_LENGTH } from '@savepoint/model/limits';
import { isPurchase, isReviewable } from '@savepoint/model/order-status';
import { toPlainLine } from '@savepoint/model/plain-text';
import type { Firestore } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { prepareRating } from './update-rating.ts';
import { orderStatuses } from './verified-reviews.ts';

interface Reviewer {
  readonly uid: string;
  readonly name: string | undefined;
}

/**
 * Writes or edits the shopper's review of a product, and the product's ratings with it. Rejects
 * with not-found for an unknown product, and with failed-precondition if the shopper has not bought
 * it, it has not shipped, or their review of it is hidden.
 */
export function submitReview(
  db: Firestore,
  { uid, name }: Reviewer,
  request: SubmitReviewRequest,
  now: Date,
): Promise<SubmitReviewResponse> {
  const reviewId = `${request.productId}_${uid}`;
  // In a transaction, so that a concurrent refund does not leave a verified review.
  return db.runTransaction(async (transaction) => {
    const [product, user, hidden, current] = await transaction.getAll(
      db.doc(`products/${request.productId}`),
      db.doc(`users/${uid}`),
      db.doc(`hiddenReviews/${reviewId}`),
      db.doc(`reviews/${reviewId}`),
    );
    if (!product?.exists) throw httpsError('not-found', 'There is no such product.');
    const statuses = await orderStatuses(db, transaction, uid, request.productId);
    if (!statuses.some(isPurchase))
      throw httpsError('failed-precondition', 'Only customers who bought this product here can review it.');
    if (!statuses.some(isReviewable))
      throw httpsError('failed-precondition', 'You can review this product once your order has shipped.');
    if (hidden?.exists)
      throw httpsError('failed-precondition', 'Your review of this product was hidden by the shop.');
    const writeRating = await prepareRating(
      documentTransaction(db, transaction),
      { reviewId, productId: request.productId },
      request.rating,
    );
    const displayName = toPlainLine(String(user?.get('displayName') || name || '')).trim() || 'A shopper';
    transaction.set(db.doc(`reviews/${reviewId}`), {
      ...request,
      userId: uid,
      userName: cutText(displayName.toWellFormed(), USER_NAME_MAX_LENGTH),
      createdAt: current?.exists ? current.get('createdAt') : now,
      ...(current?.exists && { updatedAt: now }),
      verified: true,
    });
    writeRating();
    return { reviewId };
  });
}
