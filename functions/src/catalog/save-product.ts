// Writes to a product use optimistic concurrency: `updatedAt` is its version. Editors never write
// rating, reviews and source.
import { createHash } from 'node:crypto';
import type {
  AuditChange,
  PatchProductsRequest,
  PatchProductsResponse,
  SaveProductRequest,
  SaveProductResponse,
} from '@savepoint/model/callables';
import { ProductDraftSchema } from '@savepoint/model/callables';
import type { ProductFields, Variant } from '@savepoint/model/product';
import { findProductProblem } from '@savepoint/model/product-problem';
import { nextVersion } from '@savepoint/model/product-version';
import type { Firestore } from 'firebase-admin/firestore';
import { findAuditChanges } from '../audit/audit-changes.ts';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { describeIssue } from '../callable/describe-issue.ts';
import { httpsError } from '../callable/https-error.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { isInStock } from '../stock/count-stock.ts';
import { editStock, type StockEdit } from '../stock/edit-stock.ts';
import { type Move, StockBook } from '../stock/stock-book.ts';
import { findUnknownCategory, readCategoryIds } from './known-categories.ts';

const SLUG_MAX_LENGTH = 80;
/** Characters outside of slugs that distinguish names. */
const OTHER_SCRIPT = /(?![a-z0-9])[\p{L}\p{N}]/u;

/**
 * The document id for a product's name: 'Save Point Tee!' becomes 'save-point-tee'. Names in other
 * scripts get a hash to keep ids distinct.
 */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX_LENGTH);
  if (slug !== '' && !OTHER_SCRIPT.test(plain)) return slug;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${slug || 'product'}-${hash}`;
}

/**
 * Creates a product, or replaces the one in the request. Rejects with already-exists for a taken
 * name, with not-found, and with aborted (details: reason, version) if the product has changed
 * since the request's version.
 */
export function saveProduct(
  db: Firestore,
  admin: Admin,
  { productId, version, product, stockBefore }: SaveProductRequest,
  now: Date,
): Promise<SaveProductResponse> {
  const problem = findProductProblem(product);
  if (problem !== undefined)
    throw httpsError('invalid-argument', problem.message, { field: `product.${problem.field}` });
  return db.runTransaction(async (transaction) => {
    const ref = db.doc(`products/${productId ?? slugOf(product.name)}`);
    const found = await transaction.get(ref);
    if (productId === undefined && found.exists)
      throw httpsError('already-exists', `There is already a product named ${String(found.get('name'))}.`);
    if (productId !== undefined && !found.exists) throw httpsError('not-found', 'There is no such product.');
    if (found.exists) requireVersion(found.get('updatedAt'), version, found.get('name'));
    const unknown = findUnknownCategory(
      product.category,
      found.get('category'),
      await readCategoryIds(db, transaction),
    );
    if (unknown !== undefined) throw httpsError('invalid-argument', unknown, { field: 'product.category' });
    const book = new StockBook(documentTransaction(db, transaction));
    const variants = await requireStock(book, correctionBy(admin, now), {
      productId: ref.id,
      name: product.name,
      shown: found.get('variants'),
      wanted: product.variants,
      read: stockBefore,
    });
    book.write();
    const updatedAt = nextVersion(found.get('updatedAt'), now);
    transaction.set(ref, {
      ...serverFields(found.data(), updatedAt),
      ...product,
      variants,
      inStock: isInStock({ source: found.get('source'), status: product.status }, variants),
      updatedAt,
    });
    const changes = productChanges(found.data(), { ...product, variants });
    const entry = createAuditEntry(db, admin, now, {
      action: 'saveProduct',
      target: ref.path,
      summary: found.exists ? summarise(changes) : `Created ${product.name}`,
      ...(found.exists && { changes }),
    });
    transaction.set(entry.ref, entry.fields);
    return { productId: ref.id, version: updatedAt };
  });
}

/**
 * Changes some fields of many products, all or none. A change of `variants` needs the product's
 * version. Rejects with invalid-argument without it or if a product would be invalid, with
 * not-found, and with aborted like `saveProduct`.
 */
export function patchProducts(
  db: Firestore,
  admin: Admin,
  { products }: PatchProductsRequest,
  now: Date,
): Promise<PatchProductsResponse> {
  const refs = products.map(({ productId }) => db.doc(`products/${productId}`));
  if (new Set(refs.map(({ path }) => path)).size !== refs.length)
    throw httpsError('invalid-argument', 'A product is listed twice.');
  return db.runTransaction(async (transaction) => {
    const found = await transaction.getAll(...refs);
    const categoryIds = await readCategoryIds(db, transaction);
    const book = new StockBook(documentTransaction(db, transaction));
    const patched: {
      readonly current: ProductFields;
      readonly after: SaveProductRequest['product'];
      readonly variants: Variant[];
    }[] = [];
    for (const [index, snapshot] of found.entries()) {
      const { productId, version, changes, stockBefore } = products[index] as (typeof products)[number];
      const current = snapshot.data() as ProductFields | undefined;
      if (current === undefined) throw httpsError('not-found', `There is no product '${productId}'.`);
      if (version === undefined && changes.variants !== undefined && current.updatedAt !== undefined)
        throw httpsError(
          'invalid-argument',
          `version is required to change the sizes of ${current.name}: it is the updatedAt that you read.`,
          { field: `products.${index}.version` },
        );
      if (version !== undefined) requireVersion(current.updatedAt, version, current.name);
      const after = ProductDraftSchema.safeParse(pickDraftFields({ ...current, ...changes }));
      if (!after.success) {
        const [issue] = after.error.issues;
        throw httpsError(
          'invalid-argument',
          `${current.name}: ${issue ? describeIssue(issue) : 'not valid.'}`,
          { field: `products.${index}.changes.${issue?.path.map(String).join('.') ?? ''}` },
        );
      }
      const unknown = findUnknownCategory(after.data.category, current.category, categoryIds);
      const problem =
        unknown === undefined ? findProductProblem(after.data) : { field: 'category', message: unknown };
      if (problem !== undefined)
        throw httpsError('invalid-argument', `${current.name}: ${problem.message}`, {
          field: `products.${index}.changes.${problem.field}`,
        });
      const wanted = changes.variants;
      const variants =
        wanted === undefined
          ? current.variants
          : await requireStock(book, correctionBy(admin, now), {
              ...{ productId, name: current.name, shown: current.variants, wanted, read: stockBefore },
            });
      patched.push({ current, after: after.data, variants });
    }
    book.write();
    const versions = found.map((snapshot, index) => {
      const { productId, changes } = products[index] as (typeof products)[number];
      const { current, after, variants } = patched[index] as (typeof patched)[number];
      const updatedAt = nextVersion(current.updatedAt, now);
      transaction.update(snapshot.ref, {
        ...changes,
        ...(changes.variants !== undefined && { variants }),
        inStock: isInStock({ source: current.source, status: after.status }, variants),
        updatedAt,
      });
      const audited = productChanges(current, { ...after, variants });
      const entry = createAuditEntry(db, admin, now, {
        action: 'patchProducts',
        target: snapshot.ref.path,
        summary: summarise(audited),
        changes: audited,
      });
      transaction.set(entry.ref, entry.fields);
      return { productId, version: updatedAt };
    });
    return { products: versions };
  });
}

/** The stock movement of a correction by staff. */
export function correctionBy({ email }: Admin, at: Date) {
  const by = { at, actor: 'admin', ...(email !== undefined && { email }) } satisfies Omit<Move, 'reason'>;
  return { ...by, reason: 'corrected' } as const;
}

/** The variants after an edit of their stock. Rejects with aborted if that is impossible. */
async function requireStock(
  book: StockBook,
  move: ReturnType<typeof correctionBy>,
  edit: StockEdit,
): Promise<Variant[]> {
  const edited = await editStock(book, edit, move);
  if ('problem' in edited) throw httpsError('aborted', edited.problem, { reason: 'stock-changed' });
  return [...edited.variants];
}

/**
 * Rejects with aborted (details: reason, version) if a product does not have the expected version.
 */
export function requireVersion(current: unknown, expected: string | undefined, name: unknown): void {
  if ((current ?? '') !== (expected ?? ''))
    throw httpsError(
      'aborted',
      `Someone else changed ${String(name)} in the meantime. Reload it and try again.`,
      {
        reason: 'version-conflict',
        version: current ?? '',
      },
    );
}

/** The server's fields, which a save keeps from the stored product, or those of a new product. */
export function serverFields(current: object | undefined, at: string): Record<string, unknown> {
  if (current === undefined) return { rating: 0, reviews: 0, createdAt: at, stockAt: at };
  return Object.fromEntries(Object.entries(current).filter(([name]) => !(name in ProductDraftSchema.shape)));
}

/** The fields of a product document that staff write. */
export function pickDraftFields(product: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(ProductDraftSchema.shape);
  return Object.fromEntries(
    names.filter((name) => product[name] !== undefined).map((name) => [name, product[name]]),
  );
}

/** The changes of a product's editable fields, for the audit log. */
export function productChanges(before: object | undefined, after: object): AuditChange[] {
  const names = Object.keys(ProductDraftSchema.shape);
  return findAuditChanges({ ...before }, { ...after }, names);
}

/** 'Changed price, variants' for the changes of a document. */
export function summarise(changes: readonly AuditChange[]): string {
  const names = new Set(changes.map(({ field }) => field.split('.')[0]));
  return names.size === 0 ? 'Changed nothing' : `Changed ${[...names].join(', ')}`;
}
