// Question: does an order placed over the wire cost what the server says, take stock once, and refuse everything else with
// nothing written?
import { describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  functionUrl,
  orderRequest,
  PROJECT,
  statusOf,
  stockOf,
} from './stack.ts';

interface Placed {
  orderId: string;
  totalCents: number;
  paymentUrl?: string;
}

describe('createOrder', { timeout: 60_000 }, () => {
  it('prices on the server and writes a pending order, stock, and the id in the user record', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const lines = [{ productId, size: 'M', quantity: 2 }];
    const { status, result } = await call<Placed>(
      'createOrder',
      orderRequest(productId, { lines, note: 'Ring twice' }),
      ada.token,
    );
    expect(status).toBe(200);
    expect(result.totalCents).toBe(9000);
    expect(result.paymentUrl).toMatch(/^http/);
    const order = (await db().doc(`orders/${result.orderId}`).get()).data();
    expect(order).toMatchObject({
      userId: ada.uid,
      email: ada.email,
      status: 'pending',
      subtotalCents: 9000,
      shippingCents: 0,
      totalCents: 9000,
      currency: 'usd',
      note: 'Ring twice',
      lines: [{ id: productId, size: 'M', price: 45, quantity: 2, image: '/art/test.webp' }],
      timeline: [{ status: 'pending', actor: 'shopper' }],
    });
    expect(order?.createdAt.toMillis()).toBeGreaterThan(Date.now() - 60_000);
    expect(await stockOf(productId)).toBe(3);
    expect((await db().doc(`users/${ada.uid}`).get()).get('orders')).toEqual([result.orderId]);
  });

  it('charges shipping up to $50 and for express', async () => {
    const [ada, productId] = [await createUser(), await createProduct()];
    const standard = await call<Placed>('createOrder', orderRequest(productId), ada.token);
    expect(standard.result.totalCents).toBe(4500 + 599);
    const express = await call<Placed>(
      'createOrder',
      orderRequest(productId, { delivery: 'express' }),
      ada.token,
    );
    expect(express.result.totalCents).toBe(4500 + 1499);
  });

  it('makes one order of ten parallel submits with one key', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const request = orderRequest(productId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call<Placed>('createOrder', request, ada.token)),
    );
    expect(new Set(answers.map(({ result, error }) => result?.orderId ?? error.message)).size).toBe(1);
    expect(await stockOf(productId)).toBe(4);
    const orders = await db().collection('orders').where('userId', '==', ada.uid).get();
    expect(orders.size).toBe(1);
  });

  it('refuses what is not there, naming the line, and takes nothing', async () => {
    const [ada, productId] = [await createUser(), await createProduct(1)];
    const draft = await createProduct(5, { status: 'draft' });
    const refuse = async (lines: object[]) =>
      (await call('createOrder', orderRequest(productId, { lines }), ada.token)).error;
    const good = { productId, size: 'M', quantity: 1 };
    expect(await refuse([good, { productId: 'nowhere', quantity: 1 }])).toMatchObject({
      status: 'NOT_FOUND',
      details: { reason: 'unknown-product', line: 1 },
    });
    expect(await refuse([{ ...good, size: 'XL' }])).toMatchObject({
      status: 'NOT_FOUND',
      details: { reason: 'unknown-size' },
    });
    expect(await refuse([{ productId, quantity: 1 }])).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { reason: 'size-missing' },
    });
    expect(await refuse([{ ...good, quantity: 2 }])).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: expect.stringContaining('Only 1'),
      details: { reason: 'out-of-stock', available: 1, line: 0 },
    });
    expect(await refuse([good, good])).toMatchObject({ details: { reason: 'out-of-stock' } });
    expect(await refuse([{ productId: draft, size: 'M', quantity: 1 }])).toMatchObject({
      details: { reason: 'not-for-sale' },
    });
    expect(await stockOf(productId)).toBe(1);
    expect((await db().collection('orders').where('userId', '==', ada.uid).get()).empty).toBe(true);
  });

  it('refuses malformed requests with a sentence and writes nothing', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const line = { productId, size: 'M', quantity: 1 };
    const bad: Record<string, unknown> = {
      nothing: null,
      text: 'an order',
      'no lines': orderRequest(productId, { lines: [] }),
      '1,000 lines': orderRequest(productId, { lines: Array.from({ length: 1000 }, () => line) }),
      'a price': orderRequest(productId, { lines: [{ ...line, price: 0.01 }] }),
      'a total': orderRequest(productId, { totalCents: 1 }),
      'a status': orderRequest(productId, { status: 'paid' }),
      'quantity -1': orderRequest(productId, { lines: [{ ...line, quantity: -1 }] }),
      'quantity 0': orderRequest(productId, { lines: [{ ...line, quantity: 0 }] }),
      'quantity 1.5': orderRequest(productId, { lines: [{ ...line, quantity: 1.5 }] }),
      'quantity 1e21': orderRequest(productId, { lines: [{ ...line, quantity: 1e21 }] }),
      'quantity NaN': orderRequest(productId, { lines: [{ ...line, quantity: Number.NaN }] }),
      'quantity in text': orderRequest(productId, { lines: [{ ...line, quantity: '2' }] }),
      'a path as product': orderRequest(productId, { lines: [{ ...line, productId: '../users/x' }] }),
      'an empty address': orderRequest(productId, { address: {} }),
      'another delivery': orderRequest(productId, { delivery: 'drone' }),
      'a short key': orderRequest(productId, { idempotencyKey: 'x' }),
      'a long note': orderRequest(productId, { note: 'x'.repeat(501) }),
    };
    for (const [what, data] of Object.entries(bad)) {
      const { status, error } = await call('createOrder', data, ada.token);
      expect([what, status, error.status]).toEqual([what, 400, 'INVALID_ARGUMENT']);
      expect(error.message, what).toMatch(/^[A-Z'a-z].*\.$/);
    }
    expect(await stockOf(productId)).toBe(5);
    expect((await db().collection('orders').where('userId', '==', ada.uid).get()).empty).toBe(true);
  });
});

describe('tokens', { timeout: 60_000 }, () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = (over: object = {}) => ({
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'forged-uid',
    user_id: 'forged-uid',
    auth_time: Math.floor(Date.now() / 1000),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...over,
  });

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['garbage', 'not.a.token'],
    ['forged', `${encode({ alg: 'RS256', kid: 'x', typ: 'JWT' })}.${encode(claims())}.c2lnbmF0dXJl`],
    ['expired', `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims({ exp: 1_000_000, iat: 1 }))}.`],
    [
      'of another project',
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims({ aud: 'other', iss: 'https://securetoken.google.com/other' }))}.`,
    ],
  ])('%s: refused as in production', async (_what, token) => {
    const productId = await createProduct();
    const { status, error } = await call('createOrder', orderRequest(productId), token);
    expect([status, error.status]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await stockOf(productId)).toBe(10);
  });

  it('of a shopper open no admin door', async () => {
    const ada = await createUser();
    for (const name of [
      'updateOrder',
      'saveProduct',
      'patchProducts',
      'importProducts',
      'saveCategory',
      'moderateReview',
      'syncProducts',
      'undoSync',
    ]) {
      expect((await call(name, {}, ada.token)).error.status, name).toBe('PERMISSION_DENIED');
      expect((await call(name, {})).error.status, name).toBe('UNAUTHENTICATED');
    }
  });
});

describe('the door', { timeout: 60_000 }, () => {
  it('answers a body that is not JSON, and a GET, without falling over', async () => {
    expect((await fetch(functionUrl('createOrder'))).status).toBeGreaterThanOrEqual(400);
    const answer = await fetch(functionUrl('createOrder'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"data":',
    });
    expect(answer.status).toBe(400);
  });

  it('keeps orders apart', async () => {
    const [ada, eve, productId] = [await createUser(), await createUser(), await createProduct()];
    const { result } = await call<Placed>('createOrder', orderRequest(productId), ada.token);
    for (const name of ['cancelOrder', 'requestReturn', 'createPaymentSession'])
      expect((await call(name, { orderId: result.orderId }, eve.token)).error.status, name).toBe('NOT_FOUND');
    expect(await statusOf(result.orderId)).toBe('pending');
  });
});
