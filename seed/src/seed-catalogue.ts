import type { ProductFields } from '@savepoint/model/product';
import type { CollectionReference, Firestore } from 'firebase-admin/firestore';
import { CATEGORIES } from './categories.ts';
import { createLargeCatalogue } from './large-catalogue.ts';
import { PRODUCTS } from './products.ts';
import { PROMOTIONS } from './promotions.ts';
import { REVIEWS } from './reviews.ts';

/** What is counted depends on products and reviews, so it is deleted first. */
const CLEARED_COLLECTIONS = ['countedReviews', 'reviews', 'products', 'categories'];
const DELETES_PER_BATCH = 400;

/**
 * The catalogs by name: the 13 samples of the specification, and those with a few hundred more.
 */
export const CATALOGUES: Readonly<Record<string, () => readonly (readonly [string, ProductFields])[]>> = {
  sample: () => PRODUCTS,
  large: () => [...PRODUCTS, ...createLargeCatalogue()],
};

/**
 * Replaces the catalog by one of CATALOGUES, the samples unless told otherwise (specification,
 * section 4, "Catalogue seeding"): products and categories in one batch, reviews one by one. Adds
 * the sample promotions. Returns false and logs the error when anything failed.
 */
export async function seedCatalogue(
  db: Firestore,
  products: readonly (readonly [string, ProductFields])[] = PRODUCTS,
): Promise<boolean> {
  try {
    for (const name of CLEARED_COLLECTIONS) await clear(db.collection(name));
    const batch = db.batch();
    for (const [id, product] of products) batch.set(db.doc(`products/${id}`), product);
    for (const [id, category] of CATEGORIES) batch.set(db.doc(`categories/${id}`), category);
    const at = new Date();
    for (const promotion of PROMOTIONS)
      batch.set(db.doc(`promotions/${promotion.code}`), { ...promotion, createdAt: at, updatedAt: at });
    await batch.commit();
    for (const review of REVIEWS) await addReview(db, review);
    return true;
  } catch (error) {
    console.error('Error cleaning and seeding database', error);
    return false;
  }
}

/** Whether the database has any product. */
export async function hasCatalogue(db: Firestore): Promise<boolean> {
  return !(await db.collection('products').limit(1).get()).empty;
}

/**
 * Writes the review and its countedReviews document in one batch, so that the trigger does not
 * count it again.
 */
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
