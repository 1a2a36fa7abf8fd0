// Pages show the stock in the product's document: a count of its shards, which follows their
// changes. It is written about once a second, however many orders come. Events may be duplicated,
// late and out of order: a count has the time it was taken, and never replaces a later one.
import { isAvailable, type ProductFields } from '@savepoint/model/product';
import { type StockShard, sizeKey, stockShardPaths, sumUnits } from '@savepoint/model/stock-shards';
import type { DocumentStore } from '../firestore/document-store.ts';
import { productPath } from './stock-records.ts';

const INTERVAL_MS = 1000;
const RETRY_MS = 100;

export interface CountContext {
  readonly store: DocumentStore;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
}

type CountedProduct = Pick<ProductFields, 'variants' | 'source' | 'status' | 'stockAt'>;

/** Updates the count of a product after a change of its shards. */
export async function countStock(context: CountContext, productId: string, changedAt: Date): Promise<void> {
  const { store, now, sleep } = context;
  for (;;) {
    const product = await store.get<CountedProduct>(productPath(productId));
    // Without a count, its stock is not in shards yet (scripts/move-stock.ts).
    if (product?.stockAt === undefined || countedAt(product) > changedAt.getTime()) return;
    const waitMs = countedAt(product) + INTERVAL_MS - now().getTime();
    if (waitMs > 0) await sleep(waitMs);
    const { documents, readAt } = await store.getAll<StockShard>(stockShardPaths(productId));
    if (await writeCount(store, productId, sumUnits(documents), readAt)) return;
    await sleep(RETRY_MS);
  }
}

/** False if counting must be repeated. */
function writeCount(
  store: DocumentStore,
  productId: string,
  units: ReadonlyMap<string, number>,
  readAt: Date,
): Promise<boolean> {
  return store.runTransaction(async (transaction) => {
    const product = await transaction.get<CountedProduct>(productPath(productId));
    if (product === null || countedAt(product) > readAt.getTime()) return true;
    // Another count was written meanwhile. Within one millisecond, the later of two is unknown.
    if (readAt.getTime() < countedAt(product) + INTERVAL_MS - RETRY_MS) return false;
    const variants = product.variants.map((variant) => ({
      ...variant,
      stock: units.get(sizeKey(variant.size)) ?? 0,
    }));
    transaction.update(productPath(productId), {
      variants,
      inStock: isInStock(product, variants),
      stockAt: readAt.toISOString(),
    });
    return true;
  });
}

const countedAt = ({ stockAt }: CountedProduct) => (stockAt === undefined ? 0 : Date.parse(stockAt));

/** A synced product that is not for sale is out of stock. */
export function isInStock(
  { source, status }: Pick<ProductFields, 'source' | 'status'>,
  variants: readonly { readonly stock: number }[],
): boolean {
  return (source !== 'shopify' || status === 'active') && isAvailable(variants);
}
