// Owns what admins write of the catalogue: products, many at once too, and categories. A product that somebody else changed
// since it was read is refused, not overwritten; rating, reviews and source stay the server's.
import type {
  PatchProductsRequest,
  PatchProductsResponse,
  ProductDraft,
  SaveCategoryRequest,
  SaveProductRequest,
  SaveProductResponse,
} from '@savepoint/model/callables';
import { ProductDraftSchema } from '@savepoint/model/callables';
import { isAvailable, type ProductFields } from '@savepoint/model/product';
import type { Firestore } from 'firebase-admin/firestore';
import { describeIssue } from '../callable/describe-issue.ts';
import { httpsError } from '../callable/https-error.ts';
import { createAuditEntry } from './audit-entry.ts';

export interface Admin {
  readonly uid: string;
  readonly email: string | undefined;
}

/** 'Save Point Tee!' is 'save-point-tee'. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug || 'product';
}

/** What must be true of a product beyond the shape of its fields. */
export function validateDraft(draft: ProductDraft): string | undefined {
  const sizes = draft.variants.map((variant) => variant.size ?? '');
  if (new Set(sizes).size !== sizes.length) return 'Two variants have the same size.';
  if (sizes.length > 1 && sizes.includes('')) return 'A product with several variants needs a size for each.';
  if (draft.compareAtPrice !== undefined && draft.compareAtPrice <= draft.price)
    return 'The price before the sale must be higher than the price.';
  if (/[<>]/.test(draft.name)) return 'The name must not contain < or >.';
  return undefined;
}

/** Creates a product, or changes the one that the request names if it is still as the admin saw it. */
export function saveProduct(
  db: Firestore,
  admin: Admin,
  { productId, version, product }: SaveProductRequest,
  now: Date,
): Promise<SaveProductResponse> {
  const problem = validateDraft(product);
  if (problem !== undefined) throw httpsError('invalid-argument', problem);
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const ref = db.doc(`products/${productId ?? slugOf(product.name)}`);
    const found = await transaction.get(ref);
    if (productId === undefined && found.exists)
      throw httpsError('already-exists', `There is a product named ${String(found.get('name'))} already.`);
    if (productId !== undefined && !found.exists) throw httpsError('not-found', 'There is no such product.');
    if (found.exists) requireVersion(found.get('updatedAt'), version, found.get('name'));
    transaction.set(ref, {
      ...serverFields(found.data(), at),
      ...product,
      inStock: isAvailable(product.variants),
      updatedAt: at,
    });
    const entry = createAuditEntry(db, admin, now, {
      action: 'saveProduct',
      target: ref.path,
      summary: found.exists
        ? `Changed ${changedFields(found.data() ?? {}, product)}`
        : `Created ${product.name}`,
    });
    transaction.set(entry.ref, entry.fields);
    return { productId: ref.id, version: at };
  });
}

/** Changes some fields of many products, all or none. */
export function patchProducts(
  db: Firestore,
  admin: Admin,
  { products }: PatchProductsRequest,
  now: Date,
): Promise<PatchProductsResponse> {
  const at = now.toISOString();
  const refs = products.map(({ productId }) => db.doc(`products/${productId}`));
  if (new Set(refs.map(({ path }) => path)).size !== refs.length)
    throw httpsError('invalid-argument', 'A product is named twice.');
  return db.runTransaction(async (transaction) => {
    const found = await transaction.getAll(...refs);
    found.forEach((snapshot, index) => {
      const { productId, version, changes } = products[index] as (typeof products)[number];
      const current = snapshot.data() as ProductFields | undefined;
      if (current === undefined) throw httpsError('not-found', `There is no product '${productId}'.`);
      if (version !== undefined) requireVersion(current.updatedAt, version, current.name);
      const after = ProductDraftSchema.safeParse(pickDraftFields({ ...current, ...changes }));
      if (!after.success) {
        const [issue] = after.error.issues;
        throw httpsError(
          'invalid-argument',
          `${current.name}: ${issue ? describeIssue(issue) : 'not valid.'}`,
        );
      }
      const problem = validateDraft(after.data);
      if (problem !== undefined) throw httpsError('invalid-argument', `${current.name}: ${problem}`);
      transaction.update(snapshot.ref, {
        ...changes,
        inStock: isAvailable(after.data.variants),
        updatedAt: at,
      });
      const entry = createAuditEntry(db, admin, now, {
        action: 'patchProducts',
        target: snapshot.ref.path,
        summary: `Changed ${changedFields(current, changes)}`,
      });
      transaction.set(entry.ref, entry.fields);
    });
    return { products: refs.map(({ id }) => ({ productId: id, version: at })) };
  });
}

/** Creates or replaces a category. */
export async function saveCategory(
  db: Firestore,
  admin: Admin,
  { categoryId, category }: SaveCategoryRequest,
  now: Date,
): Promise<{ done: true }> {
  const batch = db.batch();
  const ref = db.doc(`categories/${categoryId}`);
  batch.set(ref, category);
  const entry = createAuditEntry(db, admin, now, {
    action: 'saveCategory',
    target: ref.path,
    summary: `Saved ${category.name}`,
  });
  batch.set(entry.ref, entry.fields);
  await batch.commit();
  return { done: true };
}

function requireVersion(current: unknown, seen: string | undefined, name: unknown): void {
  if ((current ?? '') !== (seen ?? ''))
    throw httpsError(
      'aborted',
      `Somebody else changed ${String(name)} in the meantime. Reload it and try again.`,
      {
        reason: 'changed-meanwhile',
        version: current ?? '',
      },
    );
}

/** What a save must not lose or take from the admin. */
function serverFields(
  current: FirebaseFirestore.DocumentData | undefined,
  at: string,
): Record<string, unknown> {
  if (current === undefined) return { rating: 0, reviews: 0, createdAt: at };
  const names = ['rating', 'reviews', 'source', 'createdAt'];
  return Object.fromEntries(
    names.filter((name) => current[name] !== undefined).map((name) => [name, current[name]]),
  );
}

/** A product document without what an admin does not write. */
export function pickDraftFields(product: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(ProductDraftSchema.shape);
  return Object.fromEntries(
    names.filter((name) => product[name] !== undefined).map((name) => [name, product[name]]),
  );
}

function changedFields(before: object, after: object): string {
  const old = before as Record<string, unknown>;
  const names = Object.entries(after)
    .filter(([name, value]) => JSON.stringify(old[name]) !== JSON.stringify(value))
    .map(([name]) => name);
  return names.length === 0 ? 'nothing' : names.join(', ');
}
