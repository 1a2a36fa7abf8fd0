// `node scripts/index-orders.ts [--project ID]` adds the search terms of the admin pages to orders,
// locally and in production: for orders from before the shop stored them, or after the rules of
// orderSearchTerms have changed.
import { parseArgs } from 'node:util';
import type { Order } from '@savepoint/model/order';
import { orderSearchTerms } from '@savepoint/model/order-number';
import {
  FieldPath,
  type Firestore,
  getFirestore,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { connectScript, runScript } from './run-script.ts';

const PAGE_SIZE = 400;

function termsOf(order: QueryDocumentSnapshot): string[] {
  const { email, address } = order.data() as Partial<Order>;
  return orderSearchTerms({ id: order.id, email, address: { name: address?.name ?? '' } });
}

/**
 * Writes the `searchTerms` of every order in which they are outdated, and returns how many those
 * were. Safe to repeat.
 */
export async function indexOrders(
  db: Firestore,
): Promise<{ readonly read: number; readonly written: number }> {
  const byId = db.collection('orders').orderBy(FieldPath.documentId()).limit(PAGE_SIZE);
  let [read, written] = [0, 0];
  for (let page = await byId.get(); !page.empty; ) {
    const batch = db.batch();
    const outdated = page.docs.filter(
      (order) => JSON.stringify(order.get('searchTerms')) !== JSON.stringify(termsOf(order)),
    );
    // Only this field is written, so that an order that changed since it was read keeps its new
    // fields.
    for (const order of outdated) batch.update(order.ref, { searchTerms: termsOf(order) });
    if (outdated.length > 0) await batch.commit();
    read += page.size;
    written += outdated.length;
    page = await byId.startAfter(page.docs.at(-1)).get();
  }
  return { read, written };
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({ options: { project: { type: 'string' } } });
  connectScript(flags.project, 'node scripts/index-orders.ts --project ID', ['FIRESTORE_EMULATOR_HOST']);
  const { read, written } = await indexOrders(getFirestore());
  console.log(`Read ${read} orders and made ${written} of them searchable.`);
}

if (import.meta.main) await runScript(main);
