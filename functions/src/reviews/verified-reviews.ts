// A review is verified while its author has the product: a refunded purchase no longer verifies it.
// The review and its rating stay; the shopper's experience is still true.
import { isPurchase } from '@savepoint/model/order-status';
import type { Firestore } from 'firebase-admin/firestore';

/**
 * The statuses of the shopper's orders of a product, read in the transaction that depends on them.
 */
export async function orderStatuses(
  db: Firestore,
  transaction: FirebaseFirestore.Transaction,
  uid: string,
  productId: string,
): Promise<readonly unknown[]> {
  const orders = await transaction.get(
    db.collection('orders').where('userId', '==', uid).where('productIds', 'array-contains', productId),
  );
  return orders.docs.map((order) => order.get('status') as unknown);
}

/**
 * Updates `verified` of the shopper's review of each product from their orders, whether the review
 * is shown or hidden.
 */
export async function updateVerifiedReviews(
  db: Firestore,
  uid: string,
  productIds: readonly string[],
): Promise<void> {
  for (const productId of productIds)
    await db.runTransaction(async (transaction) => {
      const reviewId = `${productId}_${uid}`;
      const reviews = await transaction.getAll(
        db.doc(`reviews/${reviewId}`),
        db.doc(`hiddenReviews/${reviewId}`),
      );
      const verified = (await orderStatuses(db, transaction, uid, productId)).some(isPurchase);
      for (const review of reviews)
        if (review.exists && review.get('verified') !== verified)
          transaction.update(review.ref, { verified });
    });
}
