// A product's `rating` and `reviews` as running sums: a synced or sample product may state more reviews than there are documents,
// so they cannot be counted again. reviewTallies/{productId} starts from what the product states; countedReviews/{reviewId} holds
// the rating with which a review is in the sums. Each run compares the review as it is now with that, so events that are delivered
// twice or out of order end in the same sums.
import type { DocumentStore } from '../firestore/document-store.ts';

interface Tally {
  readonly count: number;
  readonly sum: number;
}

interface CountedReview {
  readonly productId: string;
  readonly rating: number;
}

/** Brings a product's sums up to date with one review, which may be deleted or moved to another product by now. */
export function updateRating(store: DocumentStore, reviewId: string, productId: string): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const [review, counted] = await Promise.all([
      transaction.get<CountedReview>(`reviews/${reviewId}`),
      transaction.get<CountedReview>(`countedReviews/${reviewId}`),
    ]);
    const after = review?.productId === productId ? review.rating : undefined;
    const before = counted?.productId === productId ? counted.rating : undefined;
    if (after === before) return;
    const product = await transaction.get<{ rating: number; reviews: number }>(`products/${productId}`);
    const stored = await transaction.get<Tally>(`reviewTallies/${productId}`);
    if (product === null) return;
    const tally = stored ?? { count: product.reviews, sum: product.reviews * product.rating };
    const count = Math.max(0, tally.count + (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1));
    const sum = count === 0 ? 0 : Math.max(0, tally.sum + (after ?? 0) - (before ?? 0));
    transaction.set(`reviewTallies/${productId}`, { count, sum } satisfies Tally);
    if (after === undefined) transaction.delete(`countedReviews/${reviewId}`);
    else transaction.set(`countedReviews/${reviewId}`, { productId, rating: after } satisfies CountedReview);
    transaction.update(`products/${productId}`, { reviews: count, rating: meanRating(count, sum) });
  });
}

/** From 1 to 5 with two decimals; 0 without reviews. */
function meanRating(count: number, sum: number): number {
  return count === 0 ? 0 : Math.min(5, Math.max(1, Math.round((sum / count) * 100) / 100));
}
