// The stock of synced products during a sync. Its rules (move-stock.ts) work on variants with
// counted stock; the count in a product's document is slightly stale.
import type { Variant } from '@savepoint/model/product';
import { sizeKey } from '@savepoint/model/stock-shards';
import { findVariant } from '@savepoint/model/variants';
import type { DocumentSnapshot, Firestore, WriteBatch } from 'firebase-admin/firestore';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { documentTransaction } from '../firestore/firestore-document-store.ts';
import { type Move, StockBook } from '../stock/stock-book.ts';

type Fields = Readonly<Record<string, unknown>>;

const variantsOf = (product: Fields) => (product.variants as readonly Variant[] | undefined) ?? [];

/** A product with the stock of its shards, which the book reads. */
export async function withCountedStock(book: StockBook, productId: string, product: Fields): Promise<Fields> {
  const units = await book.count(productId);
  const variants = variantsOf(product).map((each) => ({
    ...each,
    stock: units.get(sizeKey(each.size)) ?? 0,
  }));
  return { ...product, variants };
}

/**
 * Moves the stock of a product to that of `next`, in the book. Returns the variants to write: the
 * shown count moves by the same difference, because recent orders may or may not be counted there.
 */
export async function moveStockTo(
  book: StockBook,
  productId: string,
  shown: Fields,
  next: readonly Variant[],
  move: Move,
): Promise<Variant[]> {
  const counted = await book.count(productId);
  const kept = new Set(next.map(({ size }) => sizeKey(size)));
  for (const { size } of variantsOf(shown))
    if (!kept.has(sizeKey(size))) await book.set(productId, size, 0, move);
  const moved: Variant[] = [];
  for (const each of next) {
    await book.set(productId, each.size, each.stock, move);
    const before = findVariant({ variants: variantsOf(shown) }, each.size)?.stock ?? 0;
    const units = each.stock - (counted.get(sizeKey(each.size)) ?? 0);
    moved.push({ ...each, stock: Math.max(0, before + units) });
  }
  return moved;
}

/**
 * A book for a commit that is not a transaction. `addTo` adds its writes to a batch, which fails if
 * documents that the book has read and changes were changed meanwhile.
 */
export function openBook(db: Firestore): { readonly book: StockBook; addTo(batch: WriteBatch): void } {
  const read = new Map<string, DocumentSnapshot>();
  const writes: (readonly [path: string, fields: object])[] = [];
  const transaction: Pick<DocumentTransaction, 'getAll' | 'set' | 'newId'> = {
    getAll: async <T>(paths: readonly string[]) => {
      const found = paths.length === 0 ? [] : await db.getAll(...paths.map((path) => db.doc(path)));
      for (const [index, path] of paths.entries()) read.set(path, found[index] as DocumentSnapshot);
      return found.map((snapshot) => (snapshot.data() ?? null) as T | null);
    },
    set: (path, fields) => void writes.push([path, fields]),
    newId: () => db.collection('ids').doc().id,
  };
  const book = new StockBook(transaction);
  return {
    book,
    addTo: (batch) => {
      book.write();
      for (const [path, fields] of writes.splice(0)) {
        const before = read.get(path)?.updateTime;
        if (before === undefined) batch.create(db.doc(path), fields);
        else batch.update(db.doc(path), { ...fields }, { lastUpdateTime: before });
      }
    },
  };
}

/** The book of an SDK transaction. */
export function bookOf(db: Firestore, transaction: FirebaseFirestore.Transaction): StockBook {
  return new StockBook(documentTransaction(db, transaction));
}
