// Uses a separate project, with a clock that the tests set.
import { randomUUID } from 'node:crypto';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  areRemindersOn,
  CART_INTERVAL_MS,
  CART_LEFT_MS,
  chooseReminders,
  REVIEW_AFTER_MS,
  sendReminders,
} from '../../functions/src/mail/reminders.ts';
import { unsubscribe } from '../../functions/src/mail/unsubscribe.ts';

const SHOP = { url: 'https://shop.test', name: 'Shop', postalAddress: [], supportEmail: undefined };
const LEFT_AT = new Date('2026-11-20T12:00:00Z');
const LINE = { id: 'tee', name: 'Pixel Tee', image: '/art/tee.webp', price: 45, quantity: 2, size: 'M' };
const HOUR_MS = 3_600_000;

let app: App;
let db: Firestore;
let isVerified: boolean;

beforeEach(() => {
  app = initializeApp({ projectId: `demo-mail-${randomUUID().slice(0, 12)}` }, randomUUID());
  db = getFirestore(app);
  isVerified = true;
});
afterEach(() => deleteApp(app));

const run = (msLater: number) =>
  sendReminders({
    db,
    shop: SHOP,
    now: new Date(LEFT_AT.getTime() + msLater),
    readAddress: async (uid) => ({ email: `${uid}@example.com`, isVerified }),
  });
const leaveCart = (updatedAt = LEFT_AT) => db.doc('users/ada').set({ cart: [LINE], updatedAt });
const mails = async () => (await db.collection('mail').get()).docs.map((mail) => mail.data());
const tokenOf = async () => (await db.doc('reminders/ada').get()).get('token') as string;

describe('the email about a cart', { timeout: 30_000 }, () => {
  it('is sent once, a day after the last change, even by two concurrent runs', async () => {
    await leaveCart();
    await chooseReminders(db, 'ada', true);
    expect(await run(CART_LEFT_MS - 1)).toMatchObject({ carts: 0, reviews: 0 });
    const sent = await Promise.all([run(CART_LEFT_MS), run(CART_LEFT_MS)]);
    expect(sent.map(({ carts }) => carts).sort()).toEqual([0, 1]);
    expect(await run(CART_LEFT_MS + HOUR_MS)).toMatchObject({ carts: 0, reviews: 0 });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const link = `https://shop.test/unsubscribe/one-click?list=reminders&token=${await tokenOf()}`;
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      headers: {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(mail?.message.text).toContain('2 x Pixel Tee (M)');
  });

  it('is not sent without consent, to an unverified address, or for an empty cart', async () => {
    await leaveCart();
    await run(CART_LEFT_MS);
    await chooseReminders(db, 'ada', false);
    await run(CART_LEFT_MS);
    await chooseReminders(db, 'ada', true);
    isVerified = false;
    await run(CART_LEFT_MS);
    isVerified = true;
    await db.doc('users/ada').set({ cart: [], updatedAt: LEFT_AT });
    await run(CART_LEFT_MS);
    expect(await mails()).toEqual([]);
  });

  it('is sent at most every two weeks', async () => {
    await chooseReminders(db, 'ada', true);
    for (const afterMs of [0, 2 * CART_LEFT_MS, CART_INTERVAL_MS]) {
      await leaveCart(new Date(LEFT_AT.getTime() + afterMs));
      await run(afterMs + CART_LEFT_MS);
    }
    expect(await mails()).toHaveLength(2);
  });

  it('can be unsubscribed by its link', async () => {
    await leaveCart();
    await chooseReminders(db, 'ada', true);
    await unsubscribe(db, { list: 'reminders', token: await tokenOf() });
    expect(await areRemindersOn(db, 'ada')).toBe(false);
    expect(await run(CART_LEFT_MS)).toMatchObject({ carts: 0, reviews: 0 });
  });
});

describe('the email that asks for a review', { timeout: 30_000 }, () => {
  const deliver = (fields: object = {}) =>
    db
      .doc('orders/order-1')
      .set({ status: 'delivered', userId: 'ada', lines: [LINE], updatedAt: LEFT_AT, ...fields });

  it('is sent once, a week after delivery, and offers to unsubscribe', async () => {
    await deliver();
    expect(await run(REVIEW_AFTER_MS - 1)).toMatchObject({ carts: 0, reviews: 0 });
    expect(await run(REVIEW_AFTER_MS)).toMatchObject({ carts: 0, reviews: 1 });
    expect(await run(REVIEW_AFTER_MS + HOUR_MS)).toMatchObject({ carts: 0, reviews: 0 });
    const [mail] = await mails();
    expect(mail?.message.text).toContain('Write a review: https://shop.test/product/tee');
    await unsubscribe(db, { list: 'reminders', token: await tokenOf() });
    await db
      .doc('orders/order-2')
      .set({ status: 'delivered', userId: 'ada', lines: [LINE], updatedAt: LEFT_AT });
    expect(await run(REVIEW_AFTER_MS)).toMatchObject({ carts: 0, reviews: 0 });
  });

  it('is not sent for items that are being returned or have a review', async () => {
    await deliver({ openReturn: 'requested' });
    await run(REVIEW_AFTER_MS);
    await deliver();
    await db.doc('reviews/tee_ada').set({ rating: 5 });
    await run(REVIEW_AFTER_MS);
    expect(await mails()).toEqual([]);
  });
});

describe('the email about a payment link', { timeout: 30_000 }, () => {
  const HOURS = (hours: number) => new Date(LEFT_AT.getTime() + hours * HOUR_MS);
  const unpaid = { status: 'pending', totalCents: 4500, createdAt: LEFT_AT, expiresAt: HOURS(23) };
  const link = {
    userId: 'guest-1',
    isGuest: true,
    email: 'new@example.com',
    paymentUrl: 'https://pay.test/1',
  };

  it('is sent once, in the last hours, even without an account, and expires with its link', async () => {
    await db.doc('orders/manual-order').set({ ...unpaid, ...link });
    expect(await run(18 * HOUR_MS)).toMatchObject({ payments: 0 });
    expect(await run(20 * HOUR_MS)).toMatchObject({ payments: 1 });
    expect(await run(21 * HOUR_MS)).toMatchObject({ payments: 0 });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: ['new@example.com'] });
    expect(mail?.message.text).toContain('https://pay.test/1');
    await unsubscribe(db, {
      list: 'reminders',
      token: (await db.doc('reminders/guest-1').get()).get('token') as string,
    });
    await db.doc('orders/another').set({ ...unpaid, ...link });
    expect(await run(20 * HOUR_MS)).toMatchObject({ payments: 0 });
  });

  it('is also about a pending edit, but not about a payment page of half an hour or a paid order', async () => {
    const edit = { paymentUrl: 'https://pay.test/2', at: LEFT_AT, expiresAt: HOURS(23) };
    const paid = { ...unpaid, status: 'paid', userId: 'ada', expiresAt: HOURS(1) };
    await db
      .doc('orders/edited')
      .set({ ...paid, pendingEdit: { ...edit, beforeCents: 100, afterCents: 300 } });
    await db.doc('orders/short').set({ ...unpaid, ...link, createdAt: HOURS(20), expiresAt: HOURS(20.6) });
    await db.doc('orders/paid').set({ ...unpaid, ...link, status: 'paid' });
    expect(await run(20 * HOUR_MS)).toMatchObject({ payments: 1 });
    expect((await mails())[0]?.message.text).toContain('$2.00');
  });
});
