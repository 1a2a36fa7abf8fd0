// Production sustains about one write a second per document. The speed of tests depends on the
// machine, so this counts writes: concurrent shoppers must not meet in one document.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { queryEventLog } from '../../packages/event-log/recording/query.ts';
import { reasonFor } from '../../packages/firestore/src/limits/traffic.ts';
import config from '../../savepoint.config.ts';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  functionUrl,
  orderRequest,
  payOrder,
} from './stack.ts';

const SHOPPERS = 12;

async function shop(productId: string): Promise<string> {
  const { token } = await createUser();
  await fetch(functionUrl('recordVisit'), {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({
      steps: ['product', 'checkout'],
      searches: [{ text: 'cape', outcome: 'nothing' }],
    }),
  });
  await call('subscribeNewsletter', { email: `${randomUUID()}@example.com` });
  const { result, error } = await call<{ orderId: string }>('createOrder', orderRequest(productId), token);
  if (error !== undefined) throw new Error(error.message);
  await payOrder(result.orderId);
  await eventually(
    'a confirmation',
    async () => (await db().doc(`mail/${result.orderId}-paid`).get()).exists,
  );
  return result.orderId;
}

/** Writes per document since a time, most frequent first. */
async function countWrites(sinceMs: number): Promise<Map<string, number>> {
  const { rows } = await queryEventLog(
    String(process.env.SAVEPOINT_EVENT_LOG_URL),
    `SELECT event.value ->> '$.attributes.path' AS document, count(*) AS writes
      FROM spans, json_each(events) AS event
      WHERE spans.name = 'apply commit' AND start_ms >= ? GROUP BY document ORDER BY writes DESC`,
    [sinceMs],
  );
  return new Map(rows.map(([path, count]) => [String(path), Number(count)]));
}

it('no document is written by each of many shoppers, except those listed in the configuration with a reason', {
  timeout: 120_000,
}, async () => {
  const productId = await createProduct(SHOPPERS);
  const since = Date.now();
  const orders = await Promise.all(Array.from({ length: SHOPPERS }, () => shop(productId)));
  let writes = new Map<string, number>();
  await eventually('every order is recorded', async () => {
    writes = await countWrites(since);
    return orders.every((order) => writes.has(`orders/${order}`));
  });

  const hot = [...writes].filter(
    ([path, count]) => count >= SHOPPERS && reasonFor(path, config.expectedHotspots ?? {}) === undefined,
  );
  expect(Object.fromEntries(hot)).toEqual({});
});
