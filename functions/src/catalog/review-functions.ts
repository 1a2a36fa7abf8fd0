// Owns the doors to reviews: the callable that writes one and the trigger that counts it.
import { SubmitReviewRequestSchema } from '@savepoint/model/callables';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeToken } from '../firestore/token-bucket.ts';
import { submitReview as write } from './submit-review.ts';
import { updateRating } from './update-rating.ts';

const LIMIT = { purpose: 'submitReview', burst: 10, perHour: 20 };

export const submitReview = callable({
  name: 'submitReview',
  access: 'shopper',
  schema: SubmitReviewRequestSchema,
  handle: async (request, caller) => {
    const now = new Date();
    const wait = await consumeToken(firestoreDocumentStore(database()), LIMIT, caller.uid, now);
    if (wait !== undefined) throw resourceExhausted(wait);
    return write(database(), caller, request, now);
  },
});

/** A review came, changed or went: its product's `rating` and `reviews` follow. */
export const onReviewWritten = onDocumentWritten(
  { document: 'reviews/{reviewId}', retry: true },
  async (event) => {
    const states = [event.data?.before, event.data?.after];
    const productIds = new Set(
      states.map((state) => state?.get('productId') as unknown).filter((id) => typeof id === 'string'),
    );
    for (const productId of productIds)
      await updateRating(firestoreDocumentStore(database()), event.params.reviewId, productId as string);
  },
);
