// Owns loading the sample catalogue into a database (specification, section 4, "Catalogue seeding"): what is there goes,
// products and categories come in one batch, reviews one by one.
import type { CollectionReference, Firestore } from 'firebase-admin/firestore';
import { CATEGORIES } from './categories.ts';
import { PRODUCTS } from './products.ts';
import { REVIEWS } from './reviews.ts';

/** Sums that follow products and reviews, and so go before them. */
const CLEARED_COLLECTIONS = ['countedReviews', 'reviewTallies', 'reviews', 'products', 'categories'];
const DELETES_PER_BATCH = 400;

/** True when the whole catalogue is in; false, with a line in the log, when anything failed. */
export async function seedCatalogue(db: Firestore): Promise<boolean> {
  try {
    for (const name of CLEARED_COLLECTIONS) await clear(db.collection(name));
    const batch = db.batch();
    for (const [id, product] of PRODUCTS) batch.set(db.doc(`products/${id}`), product);
    for (const [id, category] of CATEGORIES) batch.set(db.doc(`categories/${id}`), category);
    await batch.commit();
    for (const review of REVIEWS) await addReview(db, review);
    return true;
  } catch (error) {
    console.error('Error cleaning and seeding database', error);
    return false;
  }
}

/** Whether there is any product. */
export async function hasCatalogue(db: Firestore): Promise<boolean> {
  return !(await db.collection('products').limit(1).get()).empty;
}

/** The review, and the note that its product's figures hold it already, together: the trigger must not count it again. */
async function addReview(db: Firestore, review: (typeof REVIEWS)[number]): Promise<void> {
  const id = `${review.productId}_${review.userId}`;
  const batch = db.batch();
  batch.set(db.doc(`countedReviews/${id}`), { productId: review.productId, rating: review.rating });
  batch.set(db.doc(`reviews/${id}`), review);
  await batch.commit();
}

async function clear(collection: CollectionReference): Promise<void> {
  for (;;) {
    const found = await collection.limit(DELETES_PER_BATCH).select().get();
    if (found.empty) return;
    const batch = collection.firestore.batch();
    for (const { ref } of found.docs) batch.delete(ref);
    await batch.commit();
  }
}
