// `node scripts/count-orders.ts [--project ID] [--dry-run] [--after ORDER]` counts, for the
// dashboard, orders that were placed before the shop counted them, locally and in production. Each
// order is counted once even if the script is repeated: it may be stopped, and continues after the
// last order it named.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type CountedOrder, saleOf } from '@savepoint/model/sales';
import { FieldPath, type Firestore, getFirestore, type Timestamp } from 'firebase-admin/firestore';
import { countedOrderPath } from '../functions/src/analytics/analytics-records.ts';
import { countOrder } from '../functions/src/analytics/count-order.ts';
import { firestoreDocumentStore } from '../functions/src/firestore/firestore-document-store.ts';
import { connectScript, runScript } from './run-script.ts';

const PAGE_SIZE = 200;

interface Options {
  /** Only reports how many would be counted. */
  readonly isDry: boolean;
  /** The order to start after. */
  readonly after?: string | undefined;
  /** Called after each page with its last order. */
  readonly report: (last: string, counts: Counts) => void;
}

interface Counts {
  readonly read: number;
  /** Orders with missing or wrong counts. */
  readonly counted: number;
}

/** Updates the counts of all orders. */
export async function countOrders(db: Firestore, { isDry, after, report }: Options): Promise<Counts> {
  const store = firestoreDocumentStore(db);
  const byId = db.collection('orders').orderBy(FieldPath.documentId()).limit(PAGE_SIZE);
  let counts: Counts = { read: 0, counted: 0 };
  let page = await (after === undefined ? byId : byId.startAfter(after)).get();
  while (!page.empty) {
    const stored = await db.getAll(...page.docs.map(({ id }) => db.doc(countedOrderPath(id))));
    for (const [index, order] of page.docs.entries()) {
      const createdAt = (order.get('createdAt') as Timestamp | undefined)?.toDate();
      if (createdAt === undefined) continue;
      const sale = saleOf({ ...(order.data() as CountedOrder), createdAt });
      if (isDeepStrictEqual(sale, stored[index]?.data())) continue;
      if (!isDry) await countOrder(store, order.id);
      counts = { ...counts, counted: counts.counted + 1 };
    }
    counts = { ...counts, read: counts.read + page.size };
    report(page.docs.at(-1)?.id ?? '', counts);
    page = await byId.startAfter(page.docs.at(-1)).get();
  }
  return counts;
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      project: { type: 'string' },
      after: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  connectScript(flags.project, 'node scripts/count-orders.ts --project ID', ['FIRESTORE_EMULATOR_HOST']);
  const isDry = flags['dry-run'];
  const { read, counted } = await countOrders(getFirestore(), {
    isDry,
    after: flags.after,
    report: (last, sums) => console.log(`${sums.read} orders read; go on with --after ${last}`),
  });
  console.log(`Read ${read} orders; ${counted} ${isDry ? 'would be' : 'were'} counted.`);
}

if (import.meta.main) await runScript(main);
