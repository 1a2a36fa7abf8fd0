import type { ProductFields } from '@savepoint/model/product';
import { movementsPath, shardsOf } from '@savepoint/model/stock-shards';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { CATEGORIES } from './categories.ts';
import { createLargeCatalogue } from './large-catalogue.ts';
import { PRODUCTS } from './products.ts';
import { PROMOTIONS } from './promotions.ts';
import { REVIEWS } from './reviews.ts';

/** Counts are derived from products and reviews, so they are deleted first. */
const CLEARED_COLLECTIONS = ['countedReviews', 'reviews', 'products', 'categories'];
const CLEARED_GROUPS = ['stockMovements', 'stockShards'];
const DELETES_PER_BATCH = 400;
const PRODUCTS_PER_BATCH = 25;

/**
 * The catalogs by name: the 13 samples of the specification, and the samples plus a few hundred
 * more.
 */
export const CATALOGUES: Readonly<Record<string, () => readonly (readonly [string, ProductFields])[]>> = {
  sample: () => PRODUCTS,
  large: () => [...PRODUCTS, ...createLargeCatalogue()],
};

/**
 * Replaces the catalog by one of CATALOGUES, by default the samples (specification, section 4,
 * "Catalogue seeding"): products and categories in one batch, reviews one by one. Adds the sample
 * promotions. Logs the error and returns false if anything failed.
 */
export async function seedCatalogue(
  db: Firestore,
  products: readonly (readonly [string, ProductFields])[] = PRODUCTS,
): Promise<boolean> {
  try {
    for (const name of CLEARED_GROUPS) await clear(db.collectionGroup(name));
    for (const name of CLEARED_COLLECTIONS) await clear(db.collection(name));
    const at = new Date();
    const stockAt = at.toISOString();
    const batch = db.batch();
    for (const [id, product] of products) batch.set(db.doc(`products/${id}`), { ...product, stockAt });
    for (const [id, category] of CATEGORIES) batch.set(db.doc(`categories/${id}`), category);
    for (const chunk of chunksOf(products)) await writeStock(db, chunk, at);
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

/** The stock of products and its first movements. */
async function writeStock(
  db: Firestore,
  products: readonly (readonly [string, ProductFields])[],
  at: Date,
): Promise<void> {
  const batch = db.batch();
  for (const [id, { variants }] of products) {
    for (const [path, shard] of shardsOf(id, variants)) batch.set(db.doc(path), shard);
    for (const { size, stock } of variants) {
      const movement = {
        at,
        reason: 'created',
        actor: 'system',
        units: stock,
        ...(size !== undefined && { size }),
      };
      if (stock > 0) batch.set(db.collection(movementsPath(id)).doc(), movement);
    }
  }
  await batch.commit();
}

function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / PRODUCTS_PER_BATCH) }, (_, index) =>
    items.slice(index * PRODUCTS_PER_BATCH, (index + 1) * PRODUCTS_PER_BATCH),
  );
}

/** True if the database has any product. */
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

async function clear(collection: Query): Promise<void> {
  for (;;) {
    const found = await collection.limit(DELETES_PER_BATCH).select().get();
    if (found.empty) return;
    const batch = collection.firestore.batch();
    for (const { ref } of found.docs) batch.delete(ref);
    await batch.commit();
  }
}
