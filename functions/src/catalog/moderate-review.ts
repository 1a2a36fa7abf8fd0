// Owns what admins do to reviews: hide, show again, take away. A hidden review lies in hiddenReviews/{reviewId}, which no
// shopper may read; the product's figures follow by the trigger on reviews.
import type { ModerateReviewRequest } from '@savepoint/model/callables';
import type { Firestore } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';
import { createAuditEntry } from './audit-entry.ts';
import type { Admin } from './save-product.ts';

const DONE = { hide: 'Hid', show: 'Showed again', remove: 'Removed' } as const;

/** Does it and notes why. Refuses with not-found, or failed-precondition for what is done already. */
export function moderateReview(
  db: Firestore,
  admin: Admin,
  { reviewId, action, reason }: ModerateReviewRequest,
  now: Date,
): Promise<{ done: true }> {
  return db.runTransaction(async (transaction) => {
    const [shown, hidden] = [db.doc(`reviews/${reviewId}`), db.doc(`hiddenReviews/${reviewId}`)];
    const found = await transaction.getAll(shown, hidden);
    const review = found.find(({ exists }) => exists);
    const fields = review?.data();
    if (review === undefined || fields === undefined)
      throw httpsError('not-found', 'There is no such review.');
    const target = { hide: hidden, show: shown, remove: undefined }[action];
    if (review.ref.path === target?.path)
      throw httpsError(
        'failed-precondition',
        `This review is ${action === 'hide' ? 'hidden' : 'shown'} already.`,
      );
    transaction.delete(review.ref);
    if (target !== undefined) transaction.set(target, fields);
    const entry = createAuditEntry(db, admin, now, {
      action: 'moderateReview',
      target: shown.path,
      summary: `${DONE[action]} a review of ${String(fields.productId)}: ${reason}`,
    });
    transaction.set(entry.ref, entry.fields);
    return { done: true } as const;
  });
}
