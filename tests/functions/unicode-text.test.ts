// User texts: every callable that takes one stores it as written, in any script, apart from the
// characters that plain-text.ts removes, or names its field in a rejection.
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { arbitraryText } from '../../model/src/arbitrary-text.ts';
import { toPlainLine, toPlainText } from '../../model/src/plain-text.ts';
import {
  ADDRESS,
  call,
  createProduct,
  createUser,
  db,
  orderRequest,
  payOrder,
  productDraft,
  type TestUser,
} from './stack.ts';

const RUNS = 10 * Number(process.env.SAVEPOINT_DEEP ?? 1);

let shopper: TestUser;
let admin: TestUser;
let productId: string;
let paidOrderId: string;

beforeAll(async () => {
  [shopper, admin, productId] = await Promise.all([
    createUser(),
    createUser({ admin: true }),
    createProduct(1_000),
  ]);
  const { result } = await call<{ orderId: string }>('createOrder', orderRequest(productId), shopper.token);
  paidOrderId = result.orderId;
  await payOrder(paidOrderId);
  // Reviews are open when the order has shipped.
  for (const status of ['packed', 'shipped']) {
    const { error } = await call('updateOrder', { orderId: paidOrderId, status }, admin.token);
    expect(error).toBeUndefined();
  }
});

interface Field {
  /** The maximum number of texts. */
  readonly runs?: number;
  /** The field's name in a rejection. */
  readonly field: string;
  readonly send: (text: string) => ReturnType<typeof call>;
  /** The text that is stored after `send` has responded with this result. */
  readonly read: (result: Record<string, string>) => Promise<unknown>;
}

const order = (overrides: object) => call('createOrder', orderRequest(productId, overrides), shopper.token);
const readOrder = (path: string) => async (result: Record<string, string>) =>
  (await db().doc(`orders/${result.orderId}`).get()).get(path);
const review = (overrides: object) =>
  call('submitReview', { productId, rating: 5, title: 'Good', content: 'Soft', ...overrides }, shopper.token);
const readReview = (path: string) => async (result: Record<string, string>) =>
  (await db().doc(`reviews/${result.reviewId}`).get()).get(path);
const product = (overrides: object) => call('saveProduct', { product: productDraft(overrides) }, admin.token);
const readProduct = (path: string) => async (result: Record<string, string>) =>
  (await db().doc(`products/${result.productId}`).get()).get(path);

const FIELDS: readonly Field[] = [
  // Orders are limited by account, so all texts share one.
  {
    field: 'address.',
    send: (text) =>
      order({ note: text.toWellFormed(), address: { ...ADDRESS, name: text, line1: text, city: text } }),
    read: async (result) => {
      const texts = await Promise.all(
        ['note', 'address.name', 'address.line1', 'address.city'].map((path) => readOrder(path)(result)),
      );
      return new Set(texts.map((text) => toPlainLine(String(text)).trim())).size === 1 ? texts[1] : texts;
    },
  },
  // Reviews are limited by account.
  { field: 'content', runs: 5, send: (content) => review({ content }), read: readReview('content') },
  {
    field: 'product.name',
    // Names are unique.
    send: (name) => product({ name: `${name} ${randomUUID()}` }),
    read: async (result) => String(await readProduct('name')(result)).slice(0, -` ${randomUUID()}`.length),
  },
  {
    field: 'product.description',
    send: (description) => product({ description }),
    read: readProduct('description'),
  },
  {
    field: 'category.description',
    send: (description) =>
      call(
        'saveCategory',
        {
          categoryId: 'unicode',
          category: { name: 'Unicode', image: '/art/new.webp', featured: false, description },
        },
        admin.token,
      ),
    read: async () => (await db().doc('categories/unicode').get()).get('description'),
  },
  {
    field: 'text',
    send: (text) => call('addOrderNote', { orderId: paidOrderId, text }, admin.token),
    read: async () => {
      const notes = await db().collection(`orders/${paidOrderId}/notes`).orderBy('at', 'desc').limit(1).get();
      return notes.docs[0]?.get('text');
    },
  },
];

describe.each(FIELDS)('The text of $field', ({ field, runs = RUNS, send, read }) => {
  it('is stored as written, in any script, or rejected with the name of its field', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryText, async (text) => {
        const { status, result, error } = await send(text);
        if (status === 200) {
          const stored = await read(result as Record<string, string>);
          const cleaned = [toPlainText(text), toPlainLine(text)].flatMap((plain) => [
            plain.trim(),
            plain.trimStart(),
          ]);
          expect([...cleaned, undefined]).toContain(stored);
          if (cleaned.every((plain) => plain !== '')) expect(stored).toBeDefined();
          return;
        }
        expect([error.status, error.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(field)]);
        // Characters that nobody would write.
        expect(text.trim() === '' || /\p{Cc}|\p{Cn}|\p{Co}|\p{Cf}/u.test(text)).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it('is rejected with the name of its field if it contains a lone surrogate', async () => {
    const { error } = await send('Max \ud83c Power');
    expect([error?.status, error?.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(field)]);
  });
});
