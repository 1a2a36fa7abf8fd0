import { randomUUID } from 'node:crypto';
import { SETTINGS } from '@savepoint/model/settings';
import { describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  functionUrl,
  orderRequest,
  payOrder,
  productDraft,
  statusOf,
  verifyAddress,
} from './stack.ts';

const ratingOf = async (id: string) => {
  const product = await db().doc(`products/${id}`).get();
  return { rating: Number(Number(product.get('rating')).toFixed(2)), reviews: product.get('reviews') };
};

/** As staff do, without the email. */
const ship = (orderId: string) => db().doc(`orders/${orderId}`).update({ status: 'shipped' });

describe('reviews', { timeout: 90_000 }, () => {
  it("can be written only by buyers, and update the product's rating and number of reviews when they are written, hidden, shown and removed", async () => {
    const [ada, admin] = [await createUser(), await createUser({ admin: true })];
    const productId = await createProduct(5, { rating: 4.8, reviews: 128 });
    const review = { productId, rating: 2, title: 'Not mine', content: 'Too loud.' };
    expect((await call('submitReview', review, ada.token)).error.status).toBe('FAILED_PRECONDITION');
    const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
    await payOrder(result.orderId);
    await eventually('paid', async () => (await statusOf(result.orderId)) === 'paid');
    const early = await call('submitReview', review, ada.token);
    expect(early.error.message).toContain('once your order has shipped');
    await ship(result.orderId);
    const written = await call<{ reviewId: string }>('submitReview', review, ada.token);
    expect(written.result.reviewId).toBe(`${productId}_${ada.uid}`);
    await eventually('129 reviews', async () => (await ratingOf(productId)).reviews === 129);
    expect((await ratingOf(productId)).rating).toBe(4.78);
    await call('submitReview', { ...review, rating: 5 }, ada.token);
    await eventually('a better rating', async () => (await ratingOf(productId)).rating === 4.8);
    expect((await ratingOf(productId)).reviews).toBe(129);
    const { reviewId } = written.result;
    const moderate = (action: string) =>
      call('moderateReview', { reviewId, action, reason: 'Rude' }, admin.token);
    expect((await moderate('hide')).status).toBe(200);
    await eventually('128 without the hidden one', async () => (await ratingOf(productId)).reviews === 128);
    expect((await db().doc(`reviews/${reviewId}`).get()).exists).toBe(false);
    expect((await moderate('hide')).error.message).toBe('This review is already hidden.');
    const again = await call('submitReview', review, ada.token);
    expect(again.error.message).toContain('was hidden');
    expect((await moderate('show')).status).toBe(200);
    await eventually('129 with it again', async () => (await ratingOf(productId)).reviews === 129);
    const removal = { reviewId: written.result.reviewId, action: 'remove', reason: 'Spam' };
    expect((await call('moderateReview', removal, admin.token)).status).toBe(200);
    await eventually('128 reviews', async () => (await ratingOf(productId)).reviews === 128);
    expect((await ratingOf(productId)).rating).toBe(4.8);
  });
});

describe('a review of a purchase that is refunded', { timeout: 90_000 }, () => {
  it('is no longer verified, shown or hidden, and is again after another purchase', async () => {
    const [ada, bob, admin] = [await createUser(), await createUser(), await createUser({ admin: true })];
    const productId = await createProduct(10);
    const buy = async (token: string) => {
      const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), token);
      await payOrder(result.orderId);
      await eventually('paid', async () => (await statusOf(result.orderId)) === 'paid');
      await ship(result.orderId);
      return result.orderId;
    };
    const refund = async (orderId: string) =>
      expect((await call('updateOrder', { orderId, status: 'refunded' }, admin.token)).error).toBeUndefined();
    const isVerified = async (path: string) => (await db().doc(path).get()).get('verified') as unknown;
    const review = { productId, rating: 2, title: 'Loud', content: 'Too loud.' };
    const orderIds = [await buy(ada.token), await buy(bob.token)] as const;
    for (const { token } of [ada, bob])
      expect((await call('submitReview', review, token)).error).toBeUndefined();
    const [shown, hidden] = [`reviews/${productId}_${ada.uid}`, `hiddenReviews/${productId}_${bob.uid}`];
    const hide = { reviewId: `${productId}_${bob.uid}`, action: 'hide', reason: 'Rude' };
    expect((await call('moderateReview', hide, admin.token)).error).toBeUndefined();
    expect([await isVerified(shown), await isVerified(hidden)]).toEqual([true, true]);
    for (const orderId of orderIds) await refund(orderId);
    await eventually('the shown review is not verified', async () => (await isVerified(shown)) === false);
    await eventually('the hidden review is not verified', async () => (await isVerified(hidden)) === false);
    expect((await call('submitReview', review, ada.token)).error.status).toBe('FAILED_PRECONDITION');
    await buy(ada.token);
    await eventually('the review is verified again', async () => (await isVerified(shown)) === true);
  });
});

describe('forms', { timeout: 60_000 }, () => {
  it('store an email address once, whatever its case', async () => {
    const email = `${randomUUID()}@Example.com`;
    expect((await call('subscribeNewsletter', { email })).result).toEqual({ done: true });
    expect((await call('subscribeNewsletter', { email: email.toLowerCase() })).result).toEqual({
      done: true,
    });
    const found = await db().collection('newsletterRequests').where('email', '==', email.toLowerCase()).get();
    expect(found.size).toBe(1);
  });

  it('reject malformed email addresses, unknown fields and messages that are too long', async () => {
    for (const data of [{ email: 'nobody' }, { email: 5 }, {}, { email: 'a@b.co', list: 'x' }])
      expect((await call('subscribeNewsletter', data)).error.status).toBe('INVALID_ARGUMENT');
    const message = { name: 'A', email: 'a@b.co', subject: 'S', message: 'x'.repeat(5001) };
    expect((await call('sendContactMessage', message)).error.status).toBe('INVALID_ARGUMENT');
  });

  it('store a repeated message once, and reject the sixth one as resource-exhausted', async () => {
    const ada = await createUser();
    const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: randomUUID() };
    for (let n = 0; n < 5; n += 1)
      expect((await call('sendContactMessage', message, ada.token)).status).toBe(200);
    const found = await db().collection('contactMessages').where('message', '==', message.message).get();
    expect(found.size).toBe(1);
    expect((await call('sendContactMessage', message, ada.token)).error.status).toBe('RESOURCE_EXHAUSTED');
  });
});

describe('deleteAccount', { timeout: 60_000 }, () => {
  it('deletes the user record and the email address of orders, and rejects while an order is open', async () => {
    const [ada, productId] = [await createUser(), await createProduct()];
    const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
    expect((await call('deleteAccount', { confirm: 'DELETE' }, ada.token)).error.status).toBe(
      'FAILED_PRECONDITION',
    );
    await call('cancelOrder', { orderId: result.orderId }, ada.token);
    expect((await call('deleteAccount', {}, ada.token)).error.status).toBe('INVALID_ARGUMENT');
    expect((await call('deleteAccount', { confirm: 'DELETE' }, ada.token)).result).toEqual({ done: true });
    expect((await db().doc(`users/${ada.uid}`).get()).exists).toBe(false);
    expect((await db().doc(`orders/${result.orderId}`).get()).get('email')).toBeUndefined();
  });
});

describe('deleteAccount of a shopper whose refund has not arrived', { timeout: 60_000 }, () => {
  it.each([
    ['of an order whose refund failed later', { status: 'refund-failed' }],
    ['that is attempted again', { status: 'cancelled', refund: { state: 'failed' } }],
    ['of a second payment', { status: 'delivered', extraRefunds: { pi_2: { state: 'pending' } } }],
    ['for a return that is on its way', { status: 'delivered', openReturn: 'approved' }],
  ])('rejects while there is a refund %s, and deletes the account afterwards', async (_, fields) => {
    const ada = await createUser();
    const order = db().doc(`orders/${randomUUID()}`);
    const stored = { userId: ada.uid, email: ada.email, address: { name: 'Ada' } };
    await order.set({ ...stored, ...fields });
    const { error } = await call('deleteAccount', { confirm: 'DELETE' }, ada.token);
    expect([error.status, error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringContaining('refunded'),
    ]);
    expect((await order.get()).get('email')).toBe(ada.email);
    await order.set({ ...stored, status: 'refunded', refund: { state: 'sent' } });
    expect((await call('deleteAccount', { confirm: 'DELETE' }, ada.token)).result).toEqual({ done: true });
  });
});

describe('deleteAccount of a shopper who wrote to the shop', { timeout: 60_000 }, () => {
  it("leaves the email address in no document, and keeps other people's messages", async () => {
    const [ada, bob, productId] = [await createUser(), await createUser(), await createProduct()];
    const message = (email: string) => ({ name: 'A Name', email, subject: 'Hello', message: randomUUID() });
    const [own, asVisitor, others] = [message(ada.email), message(ada.email), message(bob.email)];
    await call('sendContactMessage', own, ada.token);
    await call('sendContactMessage', asVisitor);
    await call('sendContactMessage', others, bob.token);
    for (const { email } of [ada, bob]) {
      await call('subscribeNewsletter', { email });
      await call('requestPasswordReset', { email });
    }
    const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
    await payOrder(result.orderId);
    const mailsTo = async (email: string) =>
      (await db().collection('mail').where('to', 'array-contains', email).get()).size;
    // It follows a welcome, the verification of the address, the newsletter and the password reset.
    await eventually('the order is confirmed', async () => (await mailsTo(ada.email)) === 5);
    await call('cancelOrder', { orderId: result.orderId }, ada.token);
    await eventually('the order is refunded', async () => (await statusOf(result.orderId)) === 'refunded');
    await eventually('the refund is confirmed', async () => (await mailsTo(ada.email)) === 6);
    await verifyAddress(ada);
    expect((await call('deleteAccount', { confirm: 'DELETE' }, ada.token)).result).toEqual({ done: true });
    expect(await mailsTo(ada.email)).toBe(0);
    for (const name of ['newsletter', 'newsletterRequests', 'contactMessages', 'orders', 'users'])
      expect([name, (await db().collection(name).where('email', '==', ada.email).get()).size]).toEqual([
        name,
        0,
      ]);
    const stored = async (text: string) =>
      (await db().collection('contactMessages').where('message', '==', text).get()).docs.map((one) =>
        one.data(),
      );
    for (const { message: text } of [own, asVisitor]) {
      expect(await stored(text)).toMatchObject([{ name: 'Former member', subject: 'Hello' }]);
      expect((await stored(text))[0]).not.toHaveProperty('userId');
    }
    expect(await stored(others.message)).toMatchObject([{ email: bob.email, userId: bob.uid }]);
    expect(await mailsTo(bob.email)).toBe(2);
    expect((await db().collection('newsletterRequests').where('email', '==', bob.email).get()).size).toBe(1);
  });
});

describe('deleteAccount of somebody who registered with an address that is not theirs', {
  timeout: 60_000,
}, () => {
  it("keeps a guest's data for the address", async () => {
    const [stranger, productId] = [await createUser(), await createProduct(0)];
    const { email } = stranger;
    const message = { name: 'A Guest', email, subject: 'Hello', message: randomUUID() };
    await call('sendContactMessage', message);
    await call('subscribeNewsletter', { email });
    await call('requestStockAlert', { productId, size: 'M', email });
    expect((await call('deleteAccount', { confirm: 'DELETE' }, stranger.token)).result).toEqual({
      done: true,
    });
    for (const name of ['contactMessages', 'newsletterRequests', 'stockAlerts'])
      expect([name, (await db().collection(name).where('email', '==', email).get()).size]).toEqual([name, 1]);
    expect((await db().collection('mail').where('to', 'array-contains', email).get()).size).toBe(1);
  });
});

describe('callables of the catalogue', { timeout: 60_000 }, () => {
  it('reject a product that has changed since it was read as aborted, and write the audit log', async () => {
    const admin = await createUser({ admin: true });
    const product = productDraft();
    const made = await call<{ productId: string; version: string }>('saveProduct', { product }, admin.token);
    expect(made.result.productId).toMatch(/^made-/);
    const { productId, version } = made.result;
    const mine = await call<{ version: string }>(
      'saveProduct',
      { productId, version, product: { ...product, price: 31 } },
      admin.token,
    );
    expect(mine.status).toBe(200);
    const theirs = await call(
      'saveProduct',
      { productId, version, product: { ...product, price: 29 } },
      admin.token,
    );
    expect(theirs.error).toMatchObject({ status: 'ABORTED', details: { version: mine.result.version } });
    expect((await db().doc(`products/${productId}`).get()).data()).toMatchObject({
      price: 31,
      rating: 0,
      inStock: true,
    });
    const entries = await db().collection('audit').where('target', '==', `products/${productId}`).get();
    expect(entries.docs.map((entry) => entry.get('uid'))).toEqual([admin.uid, admin.uid]);
    for (const wrong of [
      { price: 'free' },
      { name: '<b>x</b>' },
      { image: 'javascript:alert(1)' },
      { rating: 5 },
      { variants: [] },
    ])
      expect((await call('saveProduct', { product: productDraft(wrong) }, admin.token)).error.status).toBe(
        'INVALID_ARGUMENT',
      );
  });

  it('patch many products, all or none', async () => {
    const admin = await createUser({ admin: true });
    const ids = [await createProduct(), await createProduct()];
    const change = (price: unknown) => ({
      products: ids.map((productId) => ({ productId, changes: { price } })),
    });
    expect((await call('patchProducts', change(40), admin.token)).status).toBe(200);
    const half = change(20);
    half.products[1] = { productId: 'nowhere', changes: { price: 20 } };
    expect((await call('patchProducts', half, admin.token)).error.status).toBe('NOT_FOUND');
    for (const id of ids) expect((await db().doc(`products/${id}`).get()).get('price')).toBe(40);
  });

  it('import rows, all or none, and report rows without a change as unchanged', async () => {
    const admin = await createUser({ admin: true });
    const row = {
      name: `Row ${randomUUID().slice(0, 8)}`,
      price: '45',
      image: '/art/r.webp',
      category: 'apparel',
      variants: 'S:1|M:2',
    };
    const send = (rows: object[], dryRun = false) => call('importProducts', { rows, dryRun }, admin.token);
    const bad = await send([row, { ...row, name: 'Other', price: 'free' }, { ...row, name: '=cmd()' }]);
    expect(bad.result.errors).toMatchObject([
      { row: 2, column: 'price' },
      { row: 3, column: 'name' },
    ]);
    expect((await send([row], true)).result).toMatchObject({ created: 1, errors: [] });
    expect((await db().collection('products').where('name', '==', row.name).get()).empty).toBe(true);
    expect((await send([row])).result).toMatchObject({ created: 1 });
    expect((await send([row])).result).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
    expect((await send([{ ...row, wrong: 'x' }])).result.errors).toMatchObject([{ row: 1, column: 'wrong' }]);
  });
});

describe('requestPasswordReset', { timeout: 60_000 }, () => {
  it('emails a link to an address with an account, and responds the same for one without', async () => {
    const ada = await createUser();
    expect((await call('requestPasswordReset', { email: ada.email })).result).toEqual({ done: true });
    const found = () => db().collection('mail').where('to', 'array-contains', ada.email).get();
    await eventually('the email has arrived', async () => (await found()).size === 1);
    expect((await found()).docs[0]?.get('message').text).toMatch(/http/);
    expect((await call('requestPasswordReset', { email: `${randomUUID()}@example.com` })).result).toEqual({
      done: true,
    });
    const requests = () => db().collection('passwordResetRequests').get();
    await eventually('no request is left', async () => (await requests()).empty);
    const page = await (await fetch(functionUrl('inbox'))).text();
    expect(page).toContain('Choose a new password');
  });
});

describe('renderPage', { timeout: 60_000 }, () => {
  it('renders the metadata of a product, responds with 404 and noindex for a missing one, and serves the sitemap', async () => {
    const productId = await createProduct(5, { name: 'Meta Tee', rating: 4.5, reviews: 3 });
    const page = await fetch(`${functionUrl('renderPage')}/product/${productId}`);
    const html = await page.text();
    expect([page.status, html.includes('Meta Tee | Savepoint')]).toEqual([200, true]);
    expect(html).toContain('"@type":"AggregateRating"');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const missing = await fetch(`${functionUrl('renderPage')}/product/nowhere`);
    expect([missing.status, (await missing.text()).includes('noindex')]).toEqual([404, true]);
    const sitemap = await (await fetch(`${functionUrl('renderPage')}/sitemap.xml`)).text();
    expect(sitemap).toContain('/shop/apparel');
  });

  it('serves the settings that orders are created with, by default until others are published, which Hosting keeps for a minute and never serves stale', async () => {
    const response = await fetch(`${functionUrl('renderPage')}/shop-settings.json`);
    const { shipping, tax, store, content } = SETTINGS;
    expect(await response.json()).toEqual({
      shipping: shipping.defaults,
      tax: tax.defaults,
      store: store.defaults,
      content: content.defaults,
    });
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  });
});
