import type { OrderCategoriesRequest, SaveCategoryRequest } from '@savepoint/model/callables';
import { CategoryFieldsSchema } from '@savepoint/model/category';
import type { Firestore } from 'firebase-admin/firestore';
import { findAuditChanges } from '../audit/audit-changes.ts';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { summarise } from './save-product.ts';

/** Creates or replaces a category. A replaced one keeps its position. */
export function saveCategory(
  db: Firestore,
  admin: Admin,
  { categoryId, category }: SaveCategoryRequest,
  now: Date,
): Promise<{ done: true }> {
  return db.runTransaction(async (transaction) => {
    const ref = db.doc(`categories/${categoryId}`);
    const before = (await transaction.get(ref)).data();
    const position: unknown = before?.position;
    const after = { ...category, ...(position !== undefined && { position }) };
    transaction.set(ref, after);
    const changes = findAuditChanges(before ?? {}, after, Object.keys(CategoryFieldsSchema.shape));
    const entry = createAuditEntry(db, admin, now, {
      action: 'saveCategory',
      target: ref.path,
      summary:
        before === undefined ? `Created ${category.name}` : `Saved ${category.name}: ${summarise(changes)}`,
      ...(before !== undefined && { changes }),
    });
    transaction.set(entry.ref, entry.fields);
    return { done: true } as const;
  });
}

/**
 * Sets the positions of the categories to their order in the request. Rejects with
 * failed-precondition if the list is incomplete because somebody created or deleted a category
 * meanwhile.
 */
export function orderCategories(
  db: Firestore,
  admin: Admin,
  { categoryIds }: OrderCategoriesRequest,
  now: Date,
): Promise<{ done: true }> {
  return db.runTransaction(async (transaction) => {
    const { docs } = await transaction.get(db.collection('categories'));
    const isComplete = docs.length === new Set(categoryIds).size && categoryIds.length === docs.length;
    if (!isComplete || docs.some(({ id }) => !categoryIds.includes(id)))
      throw httpsError(
        'failed-precondition',
        'The categories have changed in the meantime. Reload the page and sort them again.',
      );
    for (const { ref, id } of docs) transaction.update(ref, { position: categoryIds.indexOf(id) });
    const byPosition = [...docs].sort(
      (a, b) => Number(a.get('position') ?? docs.length) - Number(b.get('position') ?? docs.length),
    );
    const entry = createAuditEntry(db, admin, now, {
      action: 'orderCategories',
      target: 'categories',
      summary: 'Reordered the categories',
      changes: [{ field: 'order', before: byPosition.map(({ id }) => id), after: categoryIds }],
    });
    transaction.set(entry.ref, entry.fields);
    return { done: true } as const;
  });
}
