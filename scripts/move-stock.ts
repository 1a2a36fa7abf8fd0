// `node scripts/move-stock.ts --project ID [--write] [--after PRODUCT]` moves stock that is only in
// product documents into shards, locally and in production. Without --write it is a dry run. A
// product is moved once, in a transaction, even if the command is repeated: it may be stopped, and
// continues after the last product it named. Functions that sell from shards treat a product that
// is not moved yet as sold out, and keep units returned by orders in its shards, so they must be
// deployed first (docs/deploy.md).
import { parseArgs } from 'node:util';
import type { ProductFields, Variant } from '@savepoint/model/product';
import { sizeKey } from '@savepoint/model/stock-shards';
import { FieldPath, type Firestore, getFirestore } from 'firebase-admin/firestore';
import { firestoreDocumentStore } from '../functions/src/firestore/firestore-document-store.ts';
import { StockBook } from '../functions/src/stock/stock-book.ts';
import { productPath } from '../functions/src/stock/stock-records.ts';
import { connectScript, runScript } from './run-script.ts';

const PAGE_SIZE = 100;

interface Options {
  /** Only reports what would be moved. */
  readonly isDry: boolean;
  /** The product to start after. */
  readonly after?: string | undefined;
  readonly now: Date;
  /** Called after each page with its last product. */
  readonly report: (last: string, counts: Counts) => void;
}

interface Counts {
  readonly read: number;
  /** Products without stock in shards. */
  readonly moved: number;
  readonly units: number;
}

/** Moves the stock of all products. */
export async function moveStock(db: Firestore, { isDry, after, now, report }: Options): Promise<Counts> {
  const byId = db.collection('products').orderBy(FieldPath.documentId()).limit(PAGE_SIZE);
  let counts: Counts = { read: 0, moved: 0, units: 0 };
  let page = await (after === undefined ? byId : byId.startAfter(after)).get();
  while (!page.empty) {
    for (const product of page.docs) {
      if (product.get('stockAt') !== undefined) continue;
      const units = isDry ? unitsOf(product.data()) : await moveProduct(db, product.id, now);
      if (units !== undefined) counts = { ...counts, moved: counts.moved + 1, units: counts.units + units };
    }
    counts = { ...counts, read: counts.read + page.size };
    report(page.docs.at(-1)?.id ?? '', counts);
    page = await byId.startAfter(page.docs.at(-1)).get();
  }
  return counts;
}

const unitsOf = ({ variants = [] }: { readonly variants?: readonly Variant[] }) =>
  variants.reduce((sum, { stock }) => sum + stock, 0);

/** Returns the moved units; undefined for a product that is already moved or deleted. */
function moveProduct(db: Firestore, id: string, at: Date): Promise<number | undefined> {
  return firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const product = await transaction.get<ProductFields>(productPath(id));
    if (product === null || product.stockAt !== undefined) return undefined;
    const { variants = [] } = product;
    const book = new StockBook(transaction);
    const before = await book.count(id);
    for (const { size, stock } of variants) {
      const units = (before.get(sizeKey(size)) ?? 0) + stock;
      await book.set(id, size, units, { at, reason: 'migrated', actor: 'system' });
    }
    book.write();
    transaction.update(productPath(id), { stockAt: at.toISOString() });
    return unitsOf(product);
  });
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      project: { type: 'string' },
      after: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  connectScript(flags.project, 'node scripts/move-stock.ts --project ID [--write]', [
    'FIRESTORE_EMULATOR_HOST',
  ]);
  const isDry = !flags.write;
  const { read, moved, units } = await moveStock(getFirestore(), {
    ...{ isDry, after: flags.after, now: new Date() },
    report: (last, counts) => console.log(`${counts.read} products read; go on with --after ${last}`),
  });
  const verb = isDry ? 'would be' : 'were';
  console.log(`Read ${read} products; ${units} units of ${moved} ${verb} moved into shards.`);
  if (isDry) console.log('Nothing was written. Add --write to move them.');
}

if (import.meta.main) await runScript(main);
