// A product's ratings as running counts: a synced or sample product may state more ratings than
// there are reviews, so they cannot be counted again. countedReviews/{reviewId} holds the rating
// with which a review is in the counts. Each change compares the review as it is now with that, so
// events that are delivered twice or out of order end in the same counts.
import { type Ratings, ratingsAfter } from '@savepoint/model/rating-counts';
import type { DocumentStore, DocumentTransaction } from '../firestore/document-store.ts';

interface CountedReview {
  readonly productId: string;
  readonly rating: number;
}

/**
 * Reads what the ratings of a product depend on, and returns the function that writes them with
 * `after` as the rating of this review; undefined for a review that is hidden or gone. Call it
 * after the last read of the transaction.
 */
export async function prepareRating(
  transaction: DocumentTransaction,
  { reviewId, productId }: { readonly reviewId: string; readonly productId: string },
  after: number | undefined,
): Promise<() => void> {
  const counted = await transaction.get<CountedReview>(`countedReviews/${reviewId}`);
  const product = await transaction.get<Ratings>(`products/${productId}`);
  const before = counted?.productId === productId ? counted.rating : undefined;
  if (after === before || product === null) return () => undefined;
  const ratings = ratingsAfter(product, before, after);
  return () => {
    if (after === undefined) transaction.delete(`countedReviews/${reviewId}`);
    else transaction.set(`countedReviews/${reviewId}`, { productId, rating: after } satisfies CountedReview);
    transaction.update(`products/${productId}`, ratings);
  };
}

/**
 * Brings a product's ratings up to date with one review, which may be deleted or moved to another
 * product by now.
 */
export function updateRating(store: DocumentStore, reviewId: string, productId: string): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const review = await transaction.get<CountedReview>(`reviews/${reviewId}`);
    const after = review?.productId === productId ? review.rating : undefined;
    const write = await prepareRating(transaction, { reviewId, productId }, after);
    write();
  });
}
