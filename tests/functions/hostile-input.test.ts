// Unexpected input for every exported function: the response is a canonical error with a message,
// never a 500, and nothing is written. New functions are covered automatically.
import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import * as functions from '../../functions/src/index.ts';
import { ensureLocalSecrets } from '../../packages/stack/src/config/local-secrets.ts';
import { openShop } from '../support/shop-project.ts';
import {
  call,
  callWithBody,
  createProduct,
  createUser,
  db,
  functionUrl,
  orderRequest,
  productDraft,
  type TestUser,
} from './stack.ts';

interface Endpoint {
  readonly callableTrigger?: object;
  readonly httpsTrigger?: object;
}
const endpoints = Object.entries(functions as Record<string, { readonly __endpoint: Endpoint }>);
const CALLABLES = endpoints
  .filter(([, { __endpoint }]) => __endpoint.callableTrigger !== undefined)
  .map(([name]) => name);
const HTTP_FUNCTIONS = endpoints
  .filter(([, { __endpoint }]) => __endpoint.httpsTrigger !== undefined)
  .map(([name]) => name);

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** Raw bodies that `callable` and the SDK reject for all callables. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'an array of 20,000 levels': `{"data":${nested(20_000, '[', ']')}}`,
  'an object of 20,000 levels': `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  'a field of 30 levels': `{"data":{"name":${nested(30, '[', ']')}}}`,
  'no data but 20,000 levels': `{"other":${nested(20_000, '[', ']')}}`,
  'half of a surrogate pair': '{"data":"\\ud800"}',
  'half of a surrogate pair in a field': '{"data":{"name":"a\\udfff"}}',
  'half of a surrogate pair as a name': '{"data":{"\\ud800":1}}',
  'an Int64 that is none': '{"data":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"x"}}',
  'a reserved name': '{"data":{"__proto__":{"isAdmin":true}}}',
  'no data': '{}',
  'a second field': '{"data":{},"more":1}',
  'an array as the body': '[]',
};

/** Bodies that the schema of each callable rejects, and one that only `callable` can. */
const UNEXPECTED: Readonly<Record<string, string>> = {
  'a type that is not known': '{"data":{"@type":"type.googleapis.com/google.protobuf.Struct"}}',
  'a text': '{"data":"text"}',
  'a number that is too large': '{"data":1e400}',
  'a list of nulls': '{"data":[null,null]}',
  'a field that is not known': '{"data":{"unknown":1}}',
};

let admin: TestUser;
let productId: string;
beforeAll(async () => {
  admin = await createUser({ admin: true });
  productId = await createProduct();
});

describe('functions/src/index.ts', () => {
  it('exports the callables and HTTP functions that these tests call', () => {
    expect(CALLABLES).toContain('createOrder');
    expect(HTTP_FUNCTIONS.sort()).toEqual([
      'inbox',
      'recordVisit',
      'renderPage',
      'shopifyWebhook',
      'stripeWebhook',
      'unsubscribeOneClick',
    ]);
  });
});

async function expectRejected(name: string, body: string): Promise<void> {
  const { status, error } = await callWithBody(name, body, admin.token);
  expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  expect(error.message).toMatch(/\w/);
}

describe.each(CALLABLES)('%s', { timeout: 60_000 }, (name) => {
  it.each(Object.entries(UNEXPECTED))('rejects %s with invalid-argument and a message', (_, body) =>
    expectRejected(name, body),
  );
});

// Checks that precede any schema are shared, so one callable represents all.
describe.each(CALLABLES.slice(0, 1))('a callable, such as %s,', { timeout: 60_000 }, (name) => {
  it.each(Object.entries(UNREADABLE))('rejects %s with invalid-argument and a message', (_, body) =>
    expectRejected(name, body),
  );

  it.each(['GET', 'PUT', 'DELETE'])('rejects %s with invalid-argument', async (method) => {
    const response = await fetch(functionUrl(name), { method });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  it('responds with 400 to text, to a body that is not JSON, and to none', async () => {
    for (const [type, body] of [
      ['text/plain', 'hello'],
      ['application/json', '{"data":'],
      ['application/json', 'null'],
      ['application/json', undefined],
    ] as const) {
      const headers = { 'content-type': type, authorization: `Bearer ${admin.token}` };
      const response = await fetch(functionUrl(name), { method: 'POST', headers, body: body ?? null });
      expect([type, body, response.status]).toEqual([type, body, 400]);
    }
  });
});

const HALF_A_PAIR = 'x\ud83d';
const REQUEST_ID = 'request-of-a-correction';
const draft = (overrides: object) => ({ product: productDraft(overrides) });
const contact = { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello' };
const category = { name: 'Taken', image: '/art/x.webp', description: '', featured: false };
const review = { productId: 'boss-rush-tee', rating: 5, title: 'Good', content: 'Very good.' };
const row = { name: 'Never', price: '45', image: '/art/r.webp', category: 'apparel', variants: '1' };

/** Valid requests with one variable text. */
const TEXTS: readonly (readonly [name: string, field: string, data: () => object])[] = [
  ['createOrder', 'note', () => orderRequest(productId, { note: HALF_A_PAIR })],
  [
    'createOrder',
    'lines[0].size',
    () => orderRequest(productId, { lines: [{ productId, size: HALF_A_PAIR, quantity: 1 }] }),
  ],
  ['cancelOrder', 'reason', () => ({ orderId: 'any', reason: HALF_A_PAIR })],
  ['updateOrder', 'reason', () => ({ orderId: 'any', reason: HALF_A_PAIR })],
  ['submitReview', 'title', () => ({ ...review, title: HALF_A_PAIR })],
  ['subscribeNewsletter', 'email', () => ({ email: HALF_A_PAIR })],
  ['requestPasswordReset', 'email', () => ({ email: HALF_A_PAIR })],
  ['confirmSubscription', 'token', () => ({ token: HALF_A_PAIR })],
  ['unsubscribe', 'token', () => ({ list: 'newsletter', token: HALF_A_PAIR })],
  ['sendContactMessage', 'message', () => ({ ...contact, message: HALF_A_PAIR })],
  ['saveProduct', 'product.description', () => draft({ description: HALF_A_PAIR })],
  ['saveProduct', 'product.specifications', () => draft({ specifications: { [HALF_A_PAIR]: 'x' } })],
  ['saveProduct', 'product.specifications', () => draft({ specifications: { __name__: 'x' } })],
  [
    'correctStock',
    'note',
    () => ({ productId, size: 'M', units: 1, note: HALF_A_PAIR, requestId: REQUEST_ID }),
  ],
  [
    'patchProducts',
    'products[0].changes.name',
    () => ({ products: [{ productId, changes: { name: HALF_A_PAIR } }] }),
  ],
  [
    'importProducts',
    'rows[0].description',
    () => ({ rows: [{ ...row, description: HALF_A_PAIR }], dryRun: false }),
  ],
  [
    'saveCategory',
    'category.name',
    () => ({ categoryId: 'never', category: { ...category, name: HALF_A_PAIR } }),
  ],
  ['replyToContactMessage', 'reply', () => ({ messageId: 'any', reply: HALF_A_PAIR })],
  ['moderateReview', 'reason', () => ({ reviewId: 'any', action: 'hide', reason: HALF_A_PAIR })],
];

describe('text that is not valid Unicode, or a name that Firestore reserves,', { timeout: 60_000 }, () => {
  it.each(TEXTS)('is rejected by %s with invalid-argument and the field %s', async (name, field, data) => {
    const { status, error } = await call(name, data(), admin.token);
    expect([status, error.status, error.details]).toEqual([400, 'INVALID_ARGUMENT', { field }]);
    expect(error.message).toMatch(/\.$/);
  });

  it('is stored nowhere', async () => {
    const orders = await db().collection('orders').where('userId', '==', admin.uid).get();
    const products = await db().collection('products').where('name', '==', row.name).get();
    expect([orders.size, products.size]).toEqual([0, 0]);
    expect((await db().doc('categories/never').get()).exists).toBe(false);
    expect((await db().collection('audit').where('uid', '==', admin.uid).get()).size).toBe(0);
  });
});

/** Requests that name a document, and the field with its id. */
const WITH_ID: readonly (readonly [name: string, field: string, data: (id: string) => object])[] = [
  ['createOrder', 'lines.0.productId', (id) => orderRequest(id)],
  ['createPaymentSession', 'orderId', (orderId) => ({ orderId })],
  ['cancelOrder', 'orderId', (orderId) => ({ orderId })],
  ['requestReturn', 'orderId', (orderId) => ({ orderId })],
  ['changeReturn', 'orderId', (orderId) => ({ action: 'close', orderId, number: 1, reason: 'x' })],
  ['updateOrder', 'orderId', (orderId) => ({ orderId, status: 'packed' })],
  ['submitReview', 'productId', (id) => ({ ...review, productId: id })],
  ['correctStock', 'productId', (id) => ({ productId: id, units: 1, note: 'x', requestId: REQUEST_ID })],
  ['saveProduct', 'productId', (id) => ({ productId: id, ...draft({}) })],
  [
    'patchProducts',
    'products.0.productId',
    (id) => ({ products: [{ productId: id, changes: { price: 1 } }] }),
  ],
  ['saveCategory', 'categoryId', (categoryId) => ({ categoryId, category })],
  ['deleteProduct', 'productId', (id) => ({ productId: id })],
  ['deleteCategory', 'categoryId', (categoryId) => ({ categoryId })],
  ['orderCategories', 'categoryIds.0', (id) => ({ categoryIds: [id] })],
  ['restoreDeleted', 'deletedId', (deletedId) => ({ deletedId })],
  ['replyToContactMessage', 'messageId', (messageId) => ({ messageId, reply: 'x' })],
  ['setContactMessageStatus', 'messageId', (messageId) => ({ messageId, status: 'closed' })],
  ['moderateReview', 'reviewId', (reviewId) => ({ reviewId, action: 'hide', reason: 'x' })],
  ['undoSync', 'syncId', (syncId) => ({ syncId })],
];

describe('an id that no document can have', { timeout: 60_000 }, () => {
  it.each(WITH_ID)('is rejected by %s with invalid-argument and the field %s', async (name, field, data) => {
    for (const id of ['.', '..', '__x__', 'a/b', '../users/x', '', 'x'.repeat(3000)]) {
      const { status, error } = await call(name, data(id), admin.token);
      expect([id, status, error.status, error.details]).toEqual([id, 400, 'INVALID_ARGUMENT', { field }]);
      expect(error.message).toMatch(/\.$/);
    }
  });

  it.each(['.', '..', '__x__', 'a/b'])(
    'is reported by importProducts in the row of the id %j',
    async (id) => {
      const { result } = await call('importProducts', { rows: [{ ...row, id }], dryRun: false }, admin.token);
      expect(result).toMatchObject({ created: 0, errors: [{ row: 1, column: 'id' }] });
    },
  );
});

/** Sends an unmodified path; `fetch` would resolve its dots. */
function rawGet(path: string): Promise<number | undefined> {
  const { hostname, port, pathname } = new URL(functionUrl('renderPage'));
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path: pathname + path }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

const ALLOWED: Readonly<Record<string, string>> = {
  inbox: 'GET, HEAD',
  recordVisit: 'POST',
  renderPage: 'GET, HEAD',
  shopifyWebhook: 'POST',
  stripeWebhook: 'POST',
  [`unsubscribeOneClick?list=newsletter&token=${'x'.repeat(43)}`]: 'GET, HEAD, POST',
};

describe('an HTTP function', { timeout: 60_000 }, () => {
  it.each(Object.entries(ALLOWED))('%s responds with 405 to all methods except %s', async (name, allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !allowed.includes(one))) {
      const response = await fetch(functionUrl(name), { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allowed]);
      expect(await response.text()).toMatch(/^Only .* allowed\.$/);
    }
  });

  it.each([
    ['stripeWebhook', 400],
    ['shopifyWebhook', 401],
  ])('%s responds with %i to unsigned bodies of any form', async (name, status) => {
    for (const body of ['', 'x', '{}', '\ud800', nested(20_000, '[', ']')]) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(functionUrl(name), { method: 'POST', headers, body });
      // A body that is not JSON is rejected before the function runs.
      expect([400, status]).toContain(response.status);
    }
  });

  it.each([
    '/product/..',
    '/product/.',
    '/product/__x__',
    '/product/%E0%A4%A',
    '/product/%00',
    '/product/%ED%A0%80',
    '/product/a%2Fb',
    '/shop/__x__',
    '/shop/%E0%A4%A',
    `/product/${'x'.repeat(3000)}`,
    '/product/%F0%9F%98%80?size=%ED%A0%80',
    '//evil.test/%2e%2e',
  ])('renderPage responds to %s with a page, 400, 404 or 414', async (path) => {
    // Express responds with 400 to a path that is no UTF-8, the guard in front of it with 414 to
    // one that is too long.
    expect([200, 400, 404, 414]).toContain(await rawGet(path));
  });
});

describe('shopifyWebhook', { timeout: 60_000 }, () => {
  const product = {
    id: 4_242_424_242,
    title: 'Never Tee',
    handle: 'never-tee',
    updated_at: '2026-11-01T00:00:00Z',
    variants: [{ id: 1, title: 'M', price: '45.00' }],
  };
  const level = { inventory_item_id: 1, location_id: 1, available: 3, updated_at: '2026-11-01T00:00:00Z' };
  const UPDATE = { 'x-shopify-topic': 'products/update' };
  const DELETE = { 'x-shopify-topic': 'products/delete' };
  const LEVEL = { 'x-shopify-topic': 'inventory_levels/update' };

  it.each<[string, unknown, Record<string, string>]>([
    ['the delivery id ..', product, { ...UPDATE, 'x-shopify-webhook-id': '..' }],
    ['the delivery id __x__', product, { ...UPDATE, 'x-shopify-webhook-id': '__x__' }],
    ['a delivery id of 3 kB', product, { ...UPDATE, 'x-shopify-webhook-id': 'x'.repeat(3000) }],
    ['a path as delivery id', product, { ...UPDATE, 'x-shopify-webhook-id': 'a/b' }],
    ['updated_at "not a date"', { ...product, updated_at: 'not a date' }, UPDATE],
    ['updated_at in 2099', { ...product, updated_at: '2099-01-01T00:00:00Z' }, UPDATE],
    ['a stock of "not a date"', { ...level, updated_at: 'not a date' }, LEVEL],
    ['a stock of 2099', { ...level, updated_at: '2099-01-01T00:00:00Z' }, LEVEL],
    ['a deletion of "not a date"', { id: 1 }, { ...DELETE, 'x-shopify-triggered-at': 'not a date' }],
    ['a deletion in 2099', { id: 1 }, { ...DELETE, 'x-shopify-triggered-at': '2099-01-01T00:00:00Z' }],
    ['a path as id', { ...product, id: '1/../../users/x' }, UPDATE],
    ['a title that is not valid Unicode', { ...product, title: 'Never \ud800' }, UPDATE],
    ['a list', [], UPDATE],
  ])(
    'responds with 400 and words to %s, and stores neither a product nor the delivery',
    async (_, json, headers) => {
      const body = JSON.stringify(json);
      const id = headers['x-shopify-webhook-id'] ?? randomUUID();
      const key = ensureLocalSecrets(openShop()).SHOPIFY_WEBHOOK_SECRET ?? '';
      const response = await fetch(functionUrl('shopifyWebhook'), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
          'x-shopify-webhook-id': id,
          ...headers,
        },
        body,
      });
      expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(/\.$/)]);
      const stored = await db()
        .collection('platformEvents')
        .where('topic', '==', headers['x-shopify-topic'])
        .get();
      expect(stored.docs.map((event) => event.id)).not.toContain(encodeURIComponent(id));
      expect((await db().doc(`products/shopify-${product.id}`).get()).exists).toBe(false);
    },
  );
});
