// The recorded trace of one order on a running stack, from the click to the mail.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  orderRequest,
  payOrder,
} from '../functions/stack.ts';
import { query } from './event-log.ts';

interface SpanOfTrace {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly service: string;
}

/**
 * Places and pays an order like the browser, with a separate traceparent; resolves when the mail is
 * in the log.
 */
async function orderUntilMail(): Promise<{
  traceId: string;
  clickId: string;
  orderId: string;
  spans: SpanOfTrace[];
}> {
  const [traceId, clickId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const [ada, productId] = [await createUser(), await createProduct(5)];
  const { result, error } = await call<{ orderId: string }>(
    'createOrder',
    orderRequest(productId),
    ada.token,
    {
      traceparent: `00-${traceId}-${clickId}-01`,
    },
  );
  if (error !== undefined) throw new Error(error.message);
  const { orderId } = result;
  await payOrder(orderId);
  await eventually('the mail is queued', async () => (await db().doc(`mail/${orderId}-paid`).get()).exists);
  const mailWrite = `SELECT 1 FROM spans, json_each(spans.events) AS event
    WHERE trace_id = ? AND event.value ->> '$.attributes.path' = ?`;
  await eventually(
    'the write of the mail is in the log',
    async () => (await query(mailWrite, [traceId, `mail/${orderId}-paid`])).length > 0,
  );
  const everyParent = `SELECT 1 FROM spans AS child WHERE trace_id = ? AND (end_ms IS NULL OR NOT EXISTS
    (SELECT 1 FROM spans AS parent WHERE parent.span_id = child.parent_span_id)) AND parent_span_id <> ?`;
  await eventually(
    'every span has ended and has its parent',
    async () => (await query(everyParent, [traceId, clickId])).length === 0,
  );
  const spans = await query<SpanOfTrace>(
    'SELECT span_id AS id, parent_span_id AS parent, name, service FROM spans WHERE trace_id = ?',
    [traceId],
  );
  return { traceId, clickId, orderId, spans };
}

describe('the trace of an order', { timeout: 180_000 }, () => {
  it('is one connected tree from the call of createOrder to the commit of the mail', async () => {
    const { traceId, clickId, orderId, spans } = await orderUntilMail();
    const ids = new Set([clickId, ...spans.map(({ id }) => id)]);
    expect(spans.filter(({ parent }) => parent === null || !ids.has(parent))).toEqual([]);
    expect(spans.map(({ service }) => service)).toEqual(
      expect.arrayContaining(['functions', 'firestore', 'stripe']),
    );
    const path = await query<{ name: string }>(
      `WITH RECURSIVE chain(span_id, parent_span_id, name, depth) AS (
         SELECT span_id, parent_span_id, spans.name, 0 FROM spans, json_each(spans.events) AS event
         WHERE trace_id = ? AND event.value ->> '$.attributes.path' = ?
         UNION ALL
         SELECT spans.span_id, spans.parent_span_id, spans.name, depth + 1
         FROM chain JOIN spans ON spans.span_id = chain.parent_span_id
       ) SELECT name FROM chain ORDER BY depth DESC`,
      [traceId, `mail/${orderId}-paid`],
    );
    const names = path.map(({ name }) => name);
    const inOrder = [
      'createOrder',
      'pay checkout session',
      'deliver webhook',
      'stripeWebhook',
      'commit',
      'apply commit',
    ];
    expect(names.filter((name) => inOrder.includes(name)).slice(0, 6)).toEqual(inOrder);
    expect(names.find((name) => name.startsWith('trigger '))).toMatch(/onOrderWritten/);
    expect(names).toContain('onOrderWritten');
    expect(names.at(-1)).toBe('apply commit');
    const lines = await query<{ severity: string }>('SELECT severity FROM logs WHERE trace_id = ?', [
      traceId,
    ]);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('is one connected tree for each of several concurrent orders, without spans of another', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => orderUntilMail()));
    for (const { traceId, clickId, orderId, spans } of orders) {
      const ids = new Set([clickId, ...spans.map(({ id }) => id)]);
      expect(spans.filter(({ parent }) => parent === null || !ids.has(parent))).toEqual([]);
      const mails = await query<{ path: string }>(
        `SELECT attributes ->> '$.document' AS path FROM spans WHERE trace_id = ? AND name LIKE 'email %'`,
        [traceId],
      );
      expect(mails).toContainEqual({ path: `mail/${orderId}-paid` });
      for (const other of orders.filter((each) => each.orderId !== orderId))
        expect(mails).not.toContainEqual({ path: `mail/${other.orderId}-paid` });
    }
    expect(new Set(orders.map(({ traceId }) => traceId)).size).toBe(6);
  });

  it('has spans of the Firestore SDK without its settings, which are the same in each', async () => {
    const { traceId } = await orderUntilMail();
    const spans = await query<{ attributes: string }>(
      "SELECT attributes FROM spans WHERE trace_id = ? AND name = 'Transaction.Run'",
      [traceId],
    );
    expect(spans.length).toBeGreaterThan(0);
    for (const { attributes } of spans) {
      expect(attributes).toContain('gcp.resource.name');
      expect(attributes).not.toMatch(/gcp\.firestore\.settings|otel\.scope/);
    }
  });

  it("contains neither the shopper's token nor the card number, in any row of the file", async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
    await payOrder(result.orderId);
    await eventually(
      'the order is in the log',
      async () =>
        (await query("SELECT 1 FROM spans WHERE attributes LIKE '%orders/' || ? || '%'", [result.orderId]))
          .length > 0,
    );
    const columns = "name || attributes || events || coalesce(status_message, '')";
    const secrets = [ada.token, ada.token.split('.')[1], 'secret-pass-1', '4242424242424242', 'sk_test_'];
    for (const secret of secrets) {
      expect(await query(`SELECT * FROM spans WHERE instr(${columns}, ?) > 0`, [secret])).toEqual([]);
      expect(await query('SELECT * FROM logs WHERE instr(body || attributes, ?) > 0', [secret])).toEqual([]);
    }
  });
});
