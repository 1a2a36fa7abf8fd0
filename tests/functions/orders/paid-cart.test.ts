import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const ANN = { uid: 'ann', email: undefined };
const line = (id: string, quantity: number, size?: string) => ({
  id,
  name: id,
  image: `/${id}.webp`,
  price: 45,
  quantity,
  ...(size !== undefined && { size }),
});

/** Orders one mug and two tees of size S, and returns their payment. */
async function order() {
  const store = new InMemoryDocumentStore();
  const shop = new TestShop(store);
  await shop.open();
  await replaceOrder(shop.context, ANN, {
    lines: [
      { productId: 'mug', quantity: 1 },
      { productId: 'tee', size: 'S', quantity: 2 },
    ],
    address: ADDRESS,
    delivery: 'standard',
    idempotencyKey: 'key-of-this-checkout',
  });
  const writeCart = (cart: unknown) =>
    store.runTransaction(async (transaction) => transaction.set('users/ann', { uid: 'ann', cart }));
  const pay = async () => {
    shop.payments.pay(shop.payments.sessions[0] as never);
    for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
  };
  const record = () => store.get<{ cart: unknown[]; cartVersion?: number }>('users/ann');
  const cart = async () => (await record())?.cart;
  return { store, writeCart, pay, cart, record };
}

describe('a payment', () => {
  it("removes ordered items from the shopper's cart, and keeps newer ones", async () => {
    const { writeCart, pay, cart } = await order();
    await writeCart([line('mug', 1), line('tee', 3, 'S'), line('tee', 1, 'M'), 'not a line']);
    await pay();
    expect(await cart()).toEqual([line('tee', 1, 'S'), line('tee', 1, 'M'), 'not a line']);
  });

  it('gives the cart a new version even if it removes nothing, because a save of paid items may still arrive', async () => {
    const { writeCart, pay, record } = await order();
    await writeCart([line('mug', 1)]);
    await pay();
    expect((await record())?.cartVersion).toBe(1);
    const other = await order();
    await other.writeCart([line('tee', 1, 'M')]);
    await other.pay();
    expect(await other.record()).toMatchObject({ cart: [line('tee', 1, 'M')], cartVersion: 1 });
  });

  it('removes the lines once even if its event is delivered twice', async () => {
    const { writeCart, pay, cart } = await order();
    await writeCart([line('mug', 1)]);
    await pay();
    await writeCart([line('mug', 1)]);
    await pay();
    expect(await cart()).toEqual([line('mug', 1)]);
  });

  it('does not write the record of a deleted shopper', async () => {
    const { store, pay } = await order();
    await store.runTransaction(async (transaction) => transaction.delete('users/ann'));
    await pay();
    expect(await store.get('users/ann')).toBeNull();
  });
});
