// Owns a product's `rating` and `reviews` following its reviews. A synced or sample product may state more reviews than there
// are documents, so sums are kept going instead of counted anew: reviewTallies/{productId} starts from what the product
// states, and countedReviews/{reviewId} says with which rating a review is already in. Each run compares a review as it is
// now with how it was counted, so events that come twice or in any order end in the same sums.
import type { DocumentStore } from '../firestore/document-store.ts';

interface Tally {
  readonly count: number;
  readonly sum: number;
}

interface CountedReview {
  readonly productId: string;
  readonly rating: number;
}

/** Counts one review in, out or anew. `productId` is the one the event names; the review may be gone by now. */
export function updateRating(store: DocumentStore, reviewId: string, productId: string): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const [review, counted] = await Promise.all([
      transaction.get<CountedReview>(`reviews/${reviewId}`),
      transaction.get<CountedReview>(`countedReviews/${reviewId}`),
    ]);
    const now = review?.productId === productId ? review.rating : undefined;
    const before = counted?.productId === productId ? counted.rating : undefined;
    if (now === before) return;
    const product = await transaction.get<{ rating: number; reviews: number }>(`products/${productId}`);
    const kept = await transaction.get<Tally>(`reviewTallies/${productId}`);
    if (product === null) return;
    const tally = kept ?? { count: product.reviews, sum: product.reviews * product.rating };
    const count = Math.max(0, tally.count + (now === undefined ? 0 : 1) - (before === undefined ? 0 : 1));
    const sum = count === 0 ? 0 : Math.max(0, tally.sum + (now ?? 0) - (before ?? 0));
    transaction.set(`reviewTallies/${productId}`, { count, sum } satisfies Tally);
    if (now === undefined) transaction.delete(`countedReviews/${reviewId}`);
    else transaction.set(`countedReviews/${reviewId}`, { productId, rating: now } satisfies CountedReview);
    transaction.update(`products/${productId}`, { reviews: count, rating: meanOf(count, sum) });
  });
}

/** Two decimals, 1 to 5, or 0 without reviews. */
function meanOf(count: number, sum: number): number {
  return count === 0 ? 0 : Math.min(5, Math.max(1, Math.round((sum / count) * 100) / 100));
}
