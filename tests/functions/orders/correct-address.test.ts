import { DEFAULT_SHIPPING } from '@savepoint/model/shipping';
import { describe, expect, it } from 'vitest';
import { updateOrder } from '../../../functions/src/orders/change-order.ts';
import { correctAddress } from '../../../functions/src/orders/correct-address.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const shopper = { uid: 'ann', email: 'ann@example.com', role: undefined };
const staff = (role: 'packer' | 'editor' | 'support' | 'owner') => ({
  uid: `the ${role}`,
  email: `${role}@example.com`,
  role,
});
const CORRECTED = { ...ADDRESS, line1: '2 Test Way', name: 'Ada Lovelace' };

/** A paid order of one mug to New York. */
async function openShopWithPaidOrder(settings: Record<string, object> = {}) {
  const store = new InMemoryDocumentStore();
  const shop = new TestShop(store, { mug: { '': 5 } });
  await shop.open();
  for (const [section, value] of Object.entries(settings))
    store.documents.set(`settings/${section}`, { version: 1, value });
  const { orderId } = await replaceOrder(shop.context, shopper, {
    lines: [{ productId: 'mug', quantity: 1 }],
    address: ADDRESS,
    delivery: 'standard',
    idempotencyKey: 'key-of-the-checkout',
  });
  const session = shop.payments.sessions[0];
  if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
  for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
  const order = async () => {
    const found = await shop.order(orderId);
    if (found === null) throw new Error('No order.');
    return found;
  };
  const correct = (address: object, by: Parameters<typeof correctAddress>[1] = shopper) =>
    correctAddress(shop.context, by, { orderId, address: { ...ADDRESS, ...address } });
  const pack = () => updateOrder(shop.context, staff('packer'), { orderId, status: 'packed' });
  return { store, shop, orderId, order, correct, pack };
}

describe('correctAddress', () => {
  it('changes the address and search terms of a paid order, at its price, and records it in the history', async () => {
    const { shop, order, correct } = await openShopWithPaidOrder();
    const before = await order();
    shop.passMinutes(5);
    expect(await correct(CORRECTED)).toEqual({ done: true });
    const after = await order();
    expect(after.address).toEqual(CORRECTED);
    expect(after.totalCents).toBe(before.totalCents);
    expect(after.addressCorrections).toEqual([{ at: shop.time, actor: 'shopper' }]);
    expect(after.searchTerms).toContain('lovelace');
  });

  it.each(['packer', 'support', 'owner'] as const)(
    'is allowed to the role %s, and written to the audit log without the address',
    async (role) => {
      const { store, order, correct } = await openShopWithPaidOrder();
      await correct(CORRECTED, staff(role));
      expect((await order()).addressCorrections).toMatchObject([{ actor: 'admin' }]);
      const entries = [...store.documents].filter(([path]) => path.startsWith('audit/'));
      expect(entries.map(([, entry]) => entry)).toMatchObject([
        { action: 'correctAddress', email: `${role}@example.com`, summary: 'Corrected the delivery address' },
      ]);
      expect(JSON.stringify(entries)).not.toContain('Test Way');
    },
  );

  it("emails the shopper the new address each time staff corrected it, but not after the shopper's own correction", async () => {
    const { shop, correct } = await openShopWithPaidOrder();
    const sent = () => [...shop.emails].filter(([id]) => id.includes('address-corrected'));
    await correct(CORRECTED);
    expect(sent()).toEqual([]);
    for (const line1 of ['3 Test Way', '4 Test Way']) await correct({ line1 }, staff('support'));
    const emails = sent().map(([, email]) => email);
    expect(emails).toHaveLength(2);
    for (const part of [emails[1]?.text, emails[1]?.html]) expect(part).toContain('4 Test Way');
  });

  it.each([
    ['the shopper', shopper],
    ['staff', staff('support')],
  ])('by %s corrects the address where it is saved in the account, once, and no other', async (_, by) => {
    const { store, correct } = await openShopWithPaidOrder();
    const other = { ...ADDRESS, line1: '9 Other Way' };
    const saved = async () => (await store.get<{ addresses: unknown }>('users/ann'))?.addresses;
    const save = (addresses: object[]) =>
      store.documents.set('users/ann', { ...store.documents.get('users/ann'), addresses });
    save([other, { ...ADDRESS, line2: '' }, CORRECTED]);
    await correct(CORRECTED, by);
    expect(await saved()).toEqual([other, CORRECTED]);
    save([other]);
    await correct({ line1: '3 Test Way' }, by);
    expect(await saved()).toEqual([other]);
  });

  it('counts a repeated request once, with one email', async () => {
    const { shop, order, correct } = await openShopWithPaidOrder();
    for (let time = 0; time < 2; time += 1) await correct({ ...CORRECTED, line2: '' }, staff('support'));
    expect((await order()).addressCorrections).toHaveLength(1);
    expect([...shop.emails.keys()].filter((id) => id.includes('address-corrected'))).toHaveLength(1);
  });

  it('ends after 20 corrections by the shopper, while staff may still correct and pack', async () => {
    const { order, correct, pack } = await openShopWithPaidOrder();
    for (let count = 1; count <= 20; count += 1) await correct({ line1: `${count} Test Road` });
    await expect(correct({ line1: '21 Test Road' })).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'The address of this order was corrected 20 times. Please contact us.',
    });
    await correct(CORRECTED, staff('support'));
    await pack();
    expect(await order()).toMatchObject({ status: 'packed', address: CORRECTED });
  });

  it('does not find the order for an editor or another shopper', async () => {
    const { correct, order } = await openShopWithPaidOrder();
    for (const by of [staff('editor'), { uid: 'bob', email: undefined, role: undefined }])
      await expect(correct(CORRECTED, by)).rejects.toMatchObject({ code: 'not-found' });
    expect((await order()).address).toEqual(ADDRESS);
  });

  it('tells the shopper and staff that the order is packed, and keeps its address', async () => {
    const { correct, order, pack } = await openShopWithPaidOrder();
    await pack();
    await expect(correct(CORRECTED)).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringMatching(/^We have packed your order in the meantime/),
    });
    await expect(correct(CORRECTED, staff('support'))).rejects.toThrow(/Mark it not packed/);
    expect((await order()).address).toEqual(ADDRESS);
  });

  it('is rejected or shipped when the order is packed at the same moment', async () => {
    for (const isFirst of [true, false]) {
      const { correct, order, pack } = await openShopWithPaidOrder();
      const actions = isFirst ? [() => correct(CORRECTED), pack] : [pack, () => correct(CORRECTED)];
      const results = await Promise.allSettled(actions.map((act) => act()));
      const wasCorrected = results[isFirst ? 0 : 1]?.status === 'fulfilled';
      const { address, status } = await order();
      expect([status, address]).toEqual(['packed', wasCorrected ? CORRECTED : ADDRESS]);
    }
  });

  it.each([
    ['more', { country: 'CA', region: 'ON', postalCode: 'K1A 0B1' }, /^Delivery and tax cost \$9\.90 more/],
    ['less', { region: 'CA', postalCode: '90210' }, /^Delivery and tax cost \$5\.10 less/],
  ])('refuses an address at which delivery or tax cost %s', async (_, address, message) => {
    const tax = { rate: 0.1, exceptions: [{ country: 'US', region: 'CA', rate: 0 }] };
    const { correct, order } = await openShopWithPaidOrder({ tax });
    await expect(correct(address)).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringMatching(message),
      details: { field: 'address.country' },
    });
    expect((await order()).address).toEqual(ADDRESS);
  });

  it('compares both addresses with the current settings, despite later price changes', async () => {
    const { store, correct, order } = await openShopWithPaidOrder();
    const [home, ...zones] = DEFAULT_SHIPPING.zones;
    const rates = [{ ...home?.rates[0], tiers: [{ from: 0, cents: 9900 }], workingDays: { min: 7, max: 9 } }];
    const value = { ...DEFAULT_SHIPPING, zones: [{ ...home, rates }, ...zones] };
    store.documents.set('settings/shipping', { version: 2, value });
    const { totalCents } = await order();
    await correct(CORRECTED);
    expect(await order()).toMatchObject({ totalCents, workingDays: { min: 7, max: 9 } });
  });

  it('names the field of an address that is invalid in its country, or without delivery', async () => {
    const { store, correct } = await openShopWithPaidOrder();
    await expect(correct({ postalCode: '1' })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { field: 'address.postalCode' },
    });
    const value = { ...DEFAULT_SHIPPING, notDeliveredTo: ['TD'] };
    store.documents.set('settings/shipping', { version: 1, value });
    await expect(correct({ country: 'TD', region: undefined, postalCode: undefined })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'There is no standard delivery to this address (Chad).',
      details: { field: 'address.country' },
    });
  });
});
