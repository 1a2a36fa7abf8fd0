// The books of a run, judged from outside: only what is stored and what the provider has, nothing
// of what the use cases or the simulation think they did.
import type { StoredOrder } from '../../functions/src/orders/records.ts';
import type { Database } from '../../packages/firestore/src/database/database.ts';
import type { FakePaymentGateway } from '../functions/orders/fake-payment-gateway.ts';
import { fromFields } from './stored-fields.ts';

export interface Books {
  /** One line for each thing that is wrong. */
  readonly problems: readonly string[];
  readonly orders: Readonly<Record<string, number>>;
  readonly unitsSold: number;
  readonly unitsLeft: number;
}

export function judgeBooks(database: Database, gateway: FakePaymentGateway, units: number): Books {
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  const orders = documentsOf<StoredOrder>(database, 'orders');
  const reservations = new Map(
    documentsOf<{ readonly state: string }>(database, 'reservations').map(({ id, data }) => [id, data.state]),
  );
  const [product] = documentsOf<{ readonly variants: readonly { readonly stock: number }[] }>(
    database,
    'products',
  );
  const unitsLeft = product?.data.variants[0]?.stock ?? Number.NaN;
  const paid = orders.filter(({ data }) => data.status === 'paid');
  const unitsSold = paid.reduce((sum, { data }) => sum + unitsOf(data), 0);

  expect(unitsLeft >= 0, `${unitsLeft} units are left`);
  expect(unitsSold + unitsLeft === units, `${unitsSold} sold and ${unitsLeft} left are not ${units}`);
  const buyers = paid.map(({ data }) => data.userId);
  expect(new Set(buyers).size === buyers.length, 'somebody has bought twice');
  const payments = Map.groupBy(
    gateway.sessions.flatMap(({ payment }) => payment ?? []),
    ({ orderId }) => orderId,
  );
  for (const { id, data } of orders) {
    const held = data.status === 'paid' ? 'sold' : 'released';
    expect(data.status !== 'pending', `order ${id} is pending`);
    expect(
      reservations.get(id) === held,
      `order ${id} is ${data.status}, its reservation ${reservations.get(id)}`,
    );
    const kept = (payments.get(id) ?? []).reduce((sum, { paymentIntentId }) => {
      const { paidCents, refundedCents } = gateway.paymentState(paymentIntentId);
      expect(refundedCents <= paidCents, `${paymentIntentId} is refunded twice`);
      return sum + paidCents - refundedCents;
    }, 0);
    const due = data.status === 'paid' ? data.totalCents : 0;
    expect(kept === due, `order ${id} is ${data.status}: ${kept} cents are kept of ${due}`);
  }
  for (const id of payments.keys()) {
    expect(
      orders.some((order) => order.id === id),
      `a payment is for ${id}, which does not exist`,
    );
  }
  const counts: Record<string, number> = {};
  for (const { data } of orders) counts[data.status] = (counts[data.status] ?? 0) + 1;
  return { problems, orders: counts, unitsSold, unitsLeft };
}

function unitsOf({ lines }: StoredOrder): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

function documentsOf<T>(database: Database, collection: string): { readonly id: string; readonly data: T }[] {
  const documents = database.store.collection(collection)?.documents() ?? [];
  return [...documents].map(({ id, fields }) => ({ id, data: fromFields(fields) as T }));
}
