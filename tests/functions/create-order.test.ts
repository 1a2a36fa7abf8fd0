import { describe, expect, it } from 'vitest';
import { call, createProduct, createUser, db, orderRequest, PROJECT, statusOf, stockOf } from './stack.ts';

interface CreatedOrder {
  orderId: string;
  totalCents: number;
  paymentUrl?: string;
}

describe('createOrder', { timeout: 60_000 }, () => {
  it('creates a pending order with prices from the database, takes the stock and adds the id to the user record', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const lines = [{ productId, size: 'M', quantity: 2 }];
    const { status, result } = await call<CreatedOrder>(
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

  it('charges standard shipping for a subtotal up to $50, and the express price for express delivery', async () => {
    const [ada, productId] = [await createUser(), await createProduct()];
    const standard = await call<CreatedOrder>('createOrder', orderRequest(productId), ada.token);
    expect(standard.result.totalCents).toBe(4500 + 599);
    const express = await call<CreatedOrder>(
      'createOrder',
      orderRequest(productId, { delivery: 'express' }),
      ada.token,
    );
    expect(express.result.totalCents).toBe(4500 + 1499);
  });

  it('creates one order for ten concurrent requests with one idempotency key', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const request = orderRequest(productId);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => call<CreatedOrder>('createOrder', request, ada.token)),
    );
    expect(new Set(responses.map(({ result, error }) => result?.orderId ?? error.message)).size).toBe(1);
    expect(await stockOf(productId)).toBe(4);
    const orders = await db().collection('orders').where('userId', '==', ada.uid).get();
    expect(orders.size).toBe(1);
  });

  it('rejects unavailable products, sizes and units with the line in details, and takes no stock', async () => {
    const [ada, productId] = [await createUser(), await createProduct(1)];
    const draft = await createProduct(5, { status: 'draft' });
    const reject = async (lines: object[]) =>
      (await call('createOrder', orderRequest(productId, { lines }), ada.token)).error;
    const available = { productId, size: 'M', quantity: 1 };
    expect(await reject([available, { productId: 'nowhere', quantity: 1 }])).toMatchObject({
      status: 'NOT_FOUND',
      details: { reason: 'unknown-product', line: 1 },
    });
    expect(await reject([{ ...available, size: 'XL' }])).toMatchObject({
      status: 'NOT_FOUND',
      details: { reason: 'unknown-size' },
    });
    expect(await reject([{ productId, quantity: 1 }])).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { reason: 'size-missing' },
    });
    expect(await reject([{ ...available, quantity: 2 }])).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: expect.stringContaining('Only 1'),
      details: { reason: 'out-of-stock', available: 1, line: 0 },
    });
    expect(await reject([available, available])).toMatchObject({ details: { reason: 'out-of-stock' } });
    expect(await reject([{ productId: draft, size: 'M', quantity: 1 }])).toMatchObject({
      details: { reason: 'not-for-sale' },
    });
    expect(await stockOf(productId)).toBe(1);
    expect((await db().collection('orders').where('userId', '==', ada.uid).get()).empty).toBe(true);
  });

  it('rejects malformed requests with invalid-argument and a message, and writes nothing', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    const line = { productId, size: 'M', quantity: 1 };
    const malformed: Record<string, unknown> = {
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
    for (const [name, data] of Object.entries(malformed)) {
      const { status, error } = await call('createOrder', data, ada.token);
      expect([name, status, error.status]).toEqual([name, 400, 'INVALID_ARGUMENT']);
      expect(error.message, name).toMatch(/^[A-Z'a-z].*\.$/);
    }
    expect(await stockOf(productId)).toBe(5);
    expect((await db().collection('orders').where('userId', '==', ada.uid).get()).empty).toBe(true);
  });
});

describe('authentication', { timeout: 120_000 }, () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = (overrides: object = {}) => ({
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'forged-uid',
    user_id: 'forged-uid',
    auth_time: Math.floor(Date.now() / 1000),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...overrides,
  });

  it.each<[string, string | undefined]>([
    ['no token', undefined],
    ['a malformed token', 'not.a.token'],
    [
      'a token with a forged signature',
      `${encode({ alg: 'RS256', kid: 'x', typ: 'JWT' })}.${encode(claims())}.c2lnbmF0dXJl`,
    ],
    [
      'an expired token',
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims({ exp: 1_000_000, iat: 1 }))}.`,
    ],
    [
      'a token of another project',
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims({ aud: 'other', iss: 'https://securetoken.google.com/other' }))}.`,
    ],
  ])('rejects createOrder with %s as unauthenticated', async (_name, token) => {
    const productId = await createProduct();
    const { status, error } = await call('createOrder', orderRequest(productId), token);
    expect([status, error.status]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await stockOf(productId)).toBe(10);
  });
});

describe('the order of another shopper', { timeout: 60_000 }, () => {
  it('is not found by cancelOrder, requestReturn and createPaymentSession', async () => {
    const [ada, eve, productId] = [await createUser(), await createUser(), await createProduct()];
    const { result } = await call<CreatedOrder>('createOrder', orderRequest(productId), ada.token);
    const { orderId } = result;
    const units = [{ id: productId, quantity: 1 }];
    for (const [name, request] of [
      ['cancelOrder', { orderId }],
      ['requestReturn', { orderId, units, reason: 'other', outcome: 'refund', returns: 0 }],
      ['createPaymentSession', { orderId }],
    ] as const)
      expect((await call(name, request, eve.token)).error.status, name).toBe('NOT_FOUND');
    expect(await statusOf(result.orderId)).toBe('pending');
  });
});
