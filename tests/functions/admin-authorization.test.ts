// Attacks past the shop's own pages: writes over Firestore's REST API with real ID tokens, and
// calls of admin callables.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  PROJECT,
  productDraft,
  type TestUser,
} from './stack.ts';

let shopper: TestUser;
let admin: TestUser;
let productId: string;
beforeAll(async () => {
  [shopper, admin] = [await createUser(), await createUser({ admin: true })];
  productId = await createProduct();
  await db().doc(`orders/of-${productId}`).set({ userId: shopper.uid, status: 'paid', totalCents: 4500 });
  await db().doc(`reviews/${productId}_x`).set({ productId, userId: 'x', rating: 1, title: 'Bad' });
  await eventually('the review and the stock are counted', async () => {
    const product = await db().doc(`products/${productId}`).get();
    return product.get('reviews') === 1 && product.get('stockAt') > new Date(0).toISOString();
  });
  await db().doc(`categories/of-${productId}`).set({ name: 'A category' });
  await db().doc(`audit/of-${productId}`).set({ at: '2026-01-01', uid: 'x' });
  await db().doc(`syncs/of-${productId}`).set({ status: 'applied', startedAt: '2026-01-01' });
  await db().doc(`hiddenReviews/of-${productId}`).set({ productId });
  await db().doc(`staff/of-${productId}`).set({ email: 'x@example.com', role: 'packer' });
});

const ROOT = `projects/${PROJECT}/databases/(default)/documents`;

async function rest(method: string, path: string, body: object | undefined, token?: string) {
  const response = await fetch(`http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${ROOT}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = JSON.parse(text) as { error?: { status: string } } | [{ error?: { status: string } }];
  return { status: response.status, error: (Array.isArray(parsed) ? parsed[0] : parsed).error?.status };
}

const fields = { price: { doubleValue: 0.01 }, status: { stringValue: 'refunded' } };
const DENIED = { status: 403, error: 'PERMISSION_DENIED' };

/** One existing document of every collection that only staff or functions may write. */
const documents = () => [
  `products/${productId}`,
  `products/${productId}/stockShards/9`,
  `categories/of-${productId}`,
  `orders/of-${productId}`,
  `reviews/${productId}_x`,
  `hiddenReviews/of-${productId}`,
  `audit/of-${productId}`,
  `syncs/of-${productId}`,
  `staff/of-${productId}`,
];

describe.each(['shopper', 'visitor', 'admin'] as const)('the REST API, for the token of a %s,', (who) => {
  const token = () => ({ shopper: shopper.token, admin: admin.token, visitor: undefined })[who];

  it('denies every write to collections of staff and functions, by every method', async () => {
    const before = await Promise.all(documents().map(async (path) => (await db().doc(path).get()).data()));
    for (const path of documents()) {
      const name = `${ROOT}/${path}`;
      const [collection] = path.split('/');
      const attempts = {
        patch: await rest('PATCH', `/${path}?updateMask.fieldPaths=status`, { fields }, token()),
        delete: await rest('DELETE', `/${path}`, undefined, token()),
        create: await rest('POST', `/${collection}?documentId=${who}-made`, { fields }, token()),
        commit: await rest('POST', ':commit', { writes: [{ update: { name, fields } }] }, token()),
        transform: await rest(
          'POST',
          ':commit',
          {
            writes: [
              {
                transform: {
                  document: name,
                  fieldTransforms: [{ fieldPath: 'price', increment: { integerValue: '-44' } }],
                },
              },
            ],
          },
          token(),
        ),
      };
      for (const [attempt, result] of Object.entries(attempts))
        expect([path, attempt, result]).toEqual([path, attempt, DENIED]);
    }
    const after = await Promise.all(documents().map(async (path) => (await db().doc(path).get()).data()));
    expect(after).toEqual(before);
  });
});

describe('the REST API, for the token of a shopper,', () => {
  it.each([
    'audit',
    'syncs',
    'hiddenReviews',
    'orders',
    'contactMessages',
    'newsletter',
    'users',
    'deletedDocuments',
    'syncedProducts',
    'platformEvents',
    'staff',
    'visitCounts',
    'salesCounts',
  ])('denies listing %s', async (collection) => {
    const query = { structuredQuery: { from: [{ collectionId: collection }] } };
    expect(await rest('POST', ':runQuery', query, shopper.token)).toEqual(DENIED);
    expect(await rest('GET', `/${collection}`, undefined, shopper.token)).toEqual(DENIED);
  });

  it('denies writing an admin field to the user record', async () => {
    const record = { fields: { admin: { booleanValue: true } } };
    expect(
      await rest('PATCH', `/users/${shopper.uid}?updateMask.fieldPaths=admin`, record, shopper.token),
    ).toEqual(DENIED);
  });
});

describe('admin callables', { timeout: 60_000 }, () => {
  const product = productDraft({ name: 'Stolen', price: 1, status: 'active' });
  const row = { name: 'Stolen', price: '1', image: '/x.webp', category: 'apparel', variants: '1' };
  const requests = (): Record<string, object> => ({
    saveProduct: { product },
    patchProducts: { products: [{ productId, changes: { price: 1 } }] },
    correctStock: { productId, size: 'M', units: 9, note: 'Mine', requestId: 'request-of-a-thief' },
    importProducts: { rows: [row], dryRun: false },
    saveCategory: {
      categoryId: `of-${productId}`,
      category: { name: 'Taken', image: '/art/x.webp', description: '', featured: false },
    },
    deleteProduct: { productId },
    deleteCategory: { categoryId: `of-${productId}` },
    processImage: { uploadId: '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9' },
    orderCategories: { categoryIds: [`of-${productId}`] },
    restoreDeleted: { deletedId: `of-${productId}` },
    replyToContactMessage: { messageId: `of-${productId}`, reply: 'Mine' },
    setContactMessageStatus: { messageId: `of-${productId}`, status: 'closed' },
    moderateReview: { reviewId: `${productId}_x`, action: 'remove', reason: 'Mine now' },
    updateOrder: { orderId: `of-${productId}`, status: 'refunded', reason: 'For me' },
    refundOrder: { orderId: `of-${productId}`, amountCents: 1, refundedCents: 0, reason: 'For me' },
    addOrderNote: { orderId: `of-${productId}`, text: 'Mine' },
    readDashboard: { days: 7 },
    setRole: { account: shopper.uid, role: 'owner' },
    syncProducts: {},
    undoSync: { syncId: `of-${productId}` },
  });

  it('reject shoppers with permission-denied and visitors with unauthenticated, and write nothing', async () => {
    const auditBefore = (await db().collection('audit').get()).size;
    for (const [name, data] of Object.entries(requests())) {
      expect([name, (await call(name, data, shopper.token)).error.status]).toEqual([
        name,
        'PERMISSION_DENIED',
      ]);
      expect([name, (await call(name, data)).error.status]).toEqual([name, 'UNAUTHENTICATED']);
    }
    expect((await db().doc(`products/${productId}`).get()).get('price')).toBe(45);
    expect((await db().doc('products/taken-over').get()).exists).toBe(false);
    expect((await db().doc(`categories/of-${productId}`).get()).get('name')).toBe('A category');
    expect((await db().doc(`reviews/${productId}_x`).get()).exists).toBe(true);
    expect((await db().doc(`orders/of-${productId}`).get()).get('status')).toBe('paid');
    expect((await db().collection('audit').get()).size).toBe(auditBefore);
  });
});
