import { describe, expect, it } from 'vitest';
import { requestReturn, updateOrder } from '../../../functions/src/orders/change-order.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const shopper = { uid: 'ann', email: 'ann@example.com' };
const owner = { uid: 'root', email: undefined, role: 'owner' } as const;
const DAY_MINUTES = 24 * 60;

async function openShopWithDeliveredOrder() {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': 5 } });
  await shop.open();
  const { orderId } = await replaceOrder(shop.context, shopper, {
    lines: [{ productId: 'mug', quantity: 3 }],
    address: ADDRESS,
    delivery: 'standard',
    idempotencyKey: 'key-of-the-checkout',
  });
  const session = shop.payments.sessions[0];
  if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
  for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
  for (const status of ['packed', 'shipped', 'delivered'] as const)
    await updateOrder(shop.context, owner, { orderId, status });
  return { shop, orderId };
}

describe('requestReturn', () => {
  it('accepts a return on the 30th day after delivery', async () => {
    const { shop, orderId } = await openShopWithDeliveredOrder();
    shop.passMinutes(30 * DAY_MINUTES);
    await requestReturn(shop.context, shopper, { orderId });
    expect((await shop.order(orderId))?.status).toBe('return-requested');
  });

  it('refuses a later one, and changes nothing', async () => {
    const { shop, orderId } = await openShopWithDeliveredOrder();
    shop.passMinutes(30 * DAY_MINUTES + 1);
    await expect(requestReturn(shop.context, shopper, { orderId })).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining('30 days after delivery'),
    });
    expect((await shop.order(orderId))?.status).toBe('delivered');
  });
});
