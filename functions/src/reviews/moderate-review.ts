// A hidden review moves to hiddenReviews/{reviewId}, which shoppers cannot read, and its rating is
// removed from the product's.
import type { ModerateReviewRequest } from '@savepoint/model/callables';
import type { Firestore } from 'firebase-admin/firestore';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { prepareRating } from './update-rating.ts';

const PAST_TENSE = { hide: 'Hid', show: 'Unhid', remove: 'Removed' } as const;

/**
 * Hides, shows or removes a review, and writes the reason to the audit log. Rejects with not-found,
 * or with failed-precondition for a review that is already hidden or shown.
 */
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
        `This review is already ${action === 'hide' ? 'hidden' : 'shown'}.`,
      );
    const writeRating = await prepareRating(
      documentTransaction(db, transaction),
      { reviewId, productId: String(fields.productId) },
      action === 'show' ? Number(fields.rating) : undefined,
    );
    transaction.delete(review.ref);
    if (target !== undefined) transaction.set(target, fields);
    const entry = createAuditEntry(db, admin, now, {
      action: 'moderateReview',
      target: shown.path,
      summary: `${PAST_TENSE[action]} a review of ${String(fields.productId)}: ${reason}`,
    });
    transaction.set(entry.ref, entry.fields);
    writeRating();
    return { done: true } as const;
  });
}
