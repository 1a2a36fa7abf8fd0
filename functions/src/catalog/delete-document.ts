// Deleted documents move to deletedDocuments/{id} and can be restored until a TTL policy deletes
// them. No client reads the collection.
import type {
  DeleteCategoryRequest,
  DeletedResponse,
  DeleteProductRequest,
  RestoreDeletedRequest,
} from '@savepoint/model/callables';
import { RESTORABLE_DAYS } from '@savepoint/model/limits';
import type { Variant } from '@savepoint/model/product';
import { sizeKey } from '@savepoint/model/stock-shards';
import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
  Transaction,
} from 'firebase-admin/firestore';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { isInStock } from '../stock/count-stock.ts';
import { StockBook } from '../stock/stock-book.ts';
import { findUnknownCategory, readCategoryIds } from './known-categories.ts';
import { leaseDocument } from './lease-document.ts';
import { requireVersion } from './save-product.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** deletedDocuments/{id}. */
interface DeletedDocument {
  readonly path: string;
  readonly fields: FirebaseFirestore.DocumentData;
  readonly deletedAt: Date | Timestamp;
  readonly expireAt: Date | Timestamp;
}

/**
 * Deletes a product. Its reviews and orders stay. Rejects with not-found, with aborted like
 * `saveProduct`, and with failed-precondition for a synced product, which the next sync would
 * create again, and for one that a drop sells.
 */
export function deleteProduct(
  db: Firestore,
  admin: Admin,
  { productId, version }: DeleteProductRequest,
  now: Date,
): Promise<DeletedResponse> {
  return db.runTransaction(async (transaction) => {
    const found = await transaction.get(db.doc(`products/${productId}`));
    if (!found.exists) throw httpsError('not-found', 'There is no such product.');
    requireVersion(found.get('updatedAt'), version, found.get('name'));
    if (found.get('source') === 'shopify')
      throw httpsError(
        'failed-precondition',
        `${String(found.get('name'))} comes from Shopify and would come back with the next sync. Archive it, or delete it in Shopify.`,
      );
    if (found.get('drop') !== undefined)
      throw httpsError(
        'failed-precondition',
        `${String(found.get('name'))} is sold in a drop. Stop the drop first, or wait until it has ended.`,
      );
    return moveToDeleted(db, transaction, admin, found, 'deleteProduct', now);
  });
}

/**
 * Deletes a category. Rejects with not-found, and with failed-precondition while it contains a
 * product or a sync runs, which may be about to add one. The transaction conflicts with every write
 * that changes what it has read: a product added to the category, and a sync that begins.
 */
export function deleteCategory(
  db: Firestore,
  admin: Admin,
  { categoryId }: DeleteCategoryRequest,
  now: Date,
): Promise<DeletedResponse> {
  return db.runTransaction(async (transaction) => {
    const found = await transaction.get(db.doc(`categories/${categoryId}`));
    if (!found.exists) throw httpsError('not-found', 'There is no such category.');
    if ((await transaction.get(leaseDocument(db))).exists)
      throw httpsError(
        'failed-precondition',
        'A sync is running, which may need this category. Delete it when the sync has finished.',
      );
    const products = db.collection('products').where('category', '==', categoryId);
    const count = (await transaction.get(products.count())).data().count;
    if (count > 0)
      throw httpsError(
        'failed-precondition',
        `${String(found.get('name'))} has ${count === 1 ? 'one product' : `${count} products`}. Move them to another category first.`,
      );
    return moveToDeleted(db, transaction, admin, found, 'deleteCategory', now);
  });
}

function moveToDeleted(
  db: Firestore,
  transaction: Transaction,
  admin: Admin,
  found: DocumentSnapshot,
  action: string,
  now: Date,
): DeletedResponse {
  const ref = db.collection('deletedDocuments').doc();
  const deleted: DeletedDocument = {
    path: found.ref.path,
    fields: found.data() ?? {},
    deletedAt: now,
    expireAt: new Date(now.getTime() + RESTORABLE_DAYS * DAY_MS),
  };
  transaction.set(ref, deleted);
  transaction.delete(found.ref);
  const entry = createAuditEntry(db, admin, now, {
    action,
    target: found.ref.path,
    summary: `Deleted ${String(found.get('name'))}`,
    deletedId: ref.id,
  });
  transaction.set(entry.ref, entry.fields);
  return { deletedId: ref.id };
}

/**
 * Restores a document deleted by `deleteProduct` or `deleteCategory`. Rejects with not-found after
 * RESTORABLE_DAYS or if it was already restored, with already-exists if a new document took its
 * place, and with failed-precondition for a product with a category that has since been deleted.
 */
export function restoreDeleted(
  db: Firestore,
  admin: Admin,
  { deletedId }: RestoreDeletedRequest,
  now: Date,
): Promise<{ done: true }> {
  return db.runTransaction(async (transaction) => {
    const found = await transaction.get(db.doc(`deletedDocuments/${deletedId}`));
    const deleted = found.data() as DeletedDocument | undefined;
    if (deleted === undefined)
      throw httpsError(
        'not-found',
        `This has already been restored, or was deleted more than ${RESTORABLE_DAYS} days ago.`,
      );
    const ref = db.doc(deleted.path);
    const name = String(deleted.fields.name);
    if ((await transaction.get(ref)).exists)
      throw httpsError('already-exists', `There is a new ${name} at ${deleted.path}. Delete it first.`);
    const { category } = deleted.fields;
    const unknown =
      ref.parent.id === 'products'
        ? findUnknownCategory(category, undefined, await readCategoryIds(db, transaction))
        : undefined;
    if (unknown !== undefined) throw httpsError('failed-precondition', unknown, { field: 'category' });
    const fields =
      ref.parent.id === 'products' ? await withStock(db, transaction, ref, deleted) : deleted.fields;
    transaction.set(ref, fields);
    transaction.delete(found.ref);
    const entry = createAuditEntry(db, admin, now, {
      action: 'restoreDeleted',
      target: deleted.path,
      summary: `Restored ${name}`,
    });
    transaction.set(entry.ref, entry.fields);
    return { done: true } as const;
  });
}

/** A product with the stock that its shards still have. */
async function withStock(
  db: Firestore,
  transaction: Transaction,
  ref: DocumentReference,
  { fields }: DeletedDocument,
): Promise<object> {
  if (fields.stockAt === undefined) return fields;
  const units = await new StockBook(documentTransaction(db, transaction)).count(ref.id);
  const variants = (fields.variants as readonly Variant[]).map((variant) => ({
    ...variant,
    stock: units.get(sizeKey(variant.size)) ?? 0,
  }));
  return { ...fields, variants, inStock: isInStock(fields, variants) };
}
