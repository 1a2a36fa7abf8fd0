import { createHmac } from 'node:crypto';
import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { expect, it } from 'vitest';
import { WebhookDeliveryQueue } from './webhook-delivery-queue.ts';

const hmac = (body: string) => createHmac('sha256', 'secret').update(body).digest('base64');

/** The body and signature of a payload as received by a subscriber. */
async function deliver(payload: Record<string, unknown>): Promise<{ body: string; signature: string }> {
  const received: { body: string; signature: string }[] = [];
  const queue = new WebhookDeliveryQueue({
    clock: new Clock(frozenTime(1_800_000_000_000)),
    send: async (_url, body, headers) => {
      received.push({ body, signature: headers['x-shopify-hmac-sha256'] ?? '' });
      return { status: 200 };
    },
    uuid: () => 'id',
    domain: 'shop.example',
    secret: 'secret',
  });
  queue.subscriptions.set(1, {
    id: 1,
    topic: 'PRODUCTS_UPDATE',
    uri: 'http://127.0.0.1:1/hook',
    includeFields: [],
    apiVersion: '2026-10',
    createdAt: '',
    updatedAt: '',
    removable: false,
  });
  queue.publish('products/update', payload);
  await queue.idle();
  return received[0] as { body: string; signature: string };
}

it('escapes the same characters in a body as Shopify, and signs the escaped bytes', async () => {
  const payload = { title: '<b>&</b> a/b', 'a/b': 'line\u2028separator', plain: 'Größe "M" \\ 👕' };
  const { body, signature } = await deliver(payload);
  expect(body).toBe(
    String.raw`{"title":"\u003cb\u003e\u0026\u003c\/b\u003e a\/b","a\/b":"line\u2028separator","plain":"Größe \"M\" \\ 👕"}`,
  );
  expect(JSON.parse(body)).toEqual(payload);
  expect(signature).toBe(hmac(body));
  expect(signature).not.toBe(hmac(JSON.stringify(JSON.parse(body))));
});
