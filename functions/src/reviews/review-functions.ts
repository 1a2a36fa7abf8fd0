import { ModerateReviewRequestSchema, SubmitReviewRequestSchema } from '@savepoint/model/callables';
import { isPurchase } from '@savepoint/model/order-status';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { functionSettings } from '../config/function-settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeToken } from '../firestore/token-bucket.ts';
import * as moderation from './moderate-review.ts';
import * as reviews from './submit-review.ts';
import { updateRating } from './update-rating.ts';
import { updateVerifiedReviews } from './verified-reviews.ts';

const RATE_LIMIT = { purpose: 'submitReview', burst: 10, perHour: 20 };

/** Writes or replaces the caller's review of a product that they bought. */
export const submitReview = callable({
  name: 'submitReview',
  access: 'signed-in',
  schema: SubmitReviewRequestSchema,
  handle: async (request, caller) => {
    const now = new Date();
    const store = firestoreDocumentStore(database());
    const retryAfterSeconds = await consumeToken(store, RATE_LIMIT, caller.uid, now);
    if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
    return reviews.submitReview(database(), caller, request, now);
  },
});

/**
 * Updates a product's ratings after a review was created, changed or deleted outside of the
 * callables.
 */
export const onReviewWritten = onDocumentWritten(
  { ...functionSettings('onReviewWritten'), document: 'reviews/{reviewId}', retry: true },
  async (event) => {
    const snapshots = [event.data?.before, event.data?.after];
    const productIds = new Set(
      snapshots
        .map((snapshot) => snapshot?.get('productId') as unknown)
        .filter((id) => typeof id === 'string'),
    );
    for (const productId of productIds)
      await updateRating(firestoreDocumentStore(database()), event.params.reviewId, productId);
  },
);

/** Updates `verified` of the shopper's reviews when an order becomes a purchase or is refunded. */
export const onPurchaseChanged = onDocumentWritten(
  { ...functionSettings('onPurchaseChanged'), document: 'orders/{orderId}', retry: true },
  async (event) => {
    const { before, after } = event.data ?? {};
    if (isPurchase(before?.get('status')) === isPurchase(after?.get('status'))) return;
    const order = after?.exists ? after : before;
    const [uid, productIds] = [order?.get('userId') as unknown, order?.get('productIds') as unknown];
    if (typeof uid === 'string' && Array.isArray(productIds))
      await updateVerifiedReviews(database(), uid, productIds as string[]);
  },
);

/** Hides, shows or removes a review; see moderate-review.ts. */
export const moderateReview = callable({
  name: 'moderateReview',
  access: 'moderateReviews',
  schema: ModerateReviewRequestSchema,
  handle: (request, admin) => moderation.moderateReview(database(), admin, request, new Date()),
});
