// A product's ratings as running counts: synced and sample products may state more ratings than
// there are reviews, so they cannot be recounted. countedReviews/{reviewId} stores how a review was
// counted. Each change compares that with the current review, so duplicate and reordered events
// lead to the same counts.
import { type Ratings, ratingsAfter } from '@savepoint/model/rating-counts';
import type { DocumentStore, DocumentTransaction } from '../firestore/document-store.ts';

interface CountedReview {
  readonly productId: string;
  readonly rating: number;
}

/**
 * Reads what the ratings of a product depend on, and returns a function that writes them with
 * `after` as the rating of this review; undefined for a hidden or deleted review. Call it after the
 * transaction's last read.
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
 * Updates a product's ratings for one review, which may meanwhile be deleted or moved to another
 * product.
 */
export function updateRating(store: DocumentStore, reviewId: string, productId: string): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const review = await transaction.get<CountedReview>(`reviews/${reviewId}`);
    const after = review?.productId === productId ? review.rating : undefined;
    const write = await prepareRating(transaction, { reviewId, productId }, after);
    write();
  });
}
