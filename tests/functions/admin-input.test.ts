import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createProduct, createUser, db, type TestUser } from './stack.ts';

let admin: TestUser;
beforeAll(async () => {
  admin = await createUser({ admin: true });
});

const createRow = (overrides: object = {}) => ({
  name: `Row ${randomUUID().slice(0, 8)}`,
  price: '45',
  image: '/art/r.webp',
  category: 'apparel',
  variants: 'S:1|M:2',
  ...overrides,
});

interface ImportResult {
  readonly created: number;
  readonly errors: readonly { readonly row: number; readonly column?: string; readonly message: string }[];
}

const productExists = async (name: string) =>
  !(await db().collection('products').where('name', '==', name).get()).empty;

describe('importProducts', { timeout: 60_000 }, () => {
  it.each([
    ['an unknown column', { colour: 'red' }, 'colour', /no column 'colour'/],
    ['a price of "free"', { price: 'free' }, 'price', /'free' is not a price/],
    ['a formula', { description: '=HYPERLINK("http://x")' }, 'description', /must not begin with =/],
    ['an image that is not one', { image: 'photo of a shirt' }, 'image', /image/],
    ['an image with a script', { image: 'javascript:alert(1)' }, 'image', /image/],
    ['HTML in a name', { name: '<img src=x onerror=alert(1)>' }, 'name', /must not contain < or >/],
    [
      'an unknown category',
      { category: 'no-such' },
      'category',
      /^There is no category 'no-such'\. The categories are: .*apparel/,
    ],
    [
      '101 sizes',
      { variants: Array.from({ length: 101 }, (_, n) => `S${n}:1`).join('|') },
      'variants',
      /100/,
    ],
  ])(
    'rejects a row with %s by its number and column, and does not write the valid row before it',
    async (_, invalidCells, column, message) => {
      const good = createRow();
      const { result } = await call<ImportResult>(
        'importProducts',
        { rows: [good, createRow(invalidCells)], dryRun: false },
        admin.token,
      );
      expect(result.errors).toEqual([
        { row: 2, ...(column && { column }), message: expect.stringMatching(message) },
      ]);
      expect(await productExists(good.name)).toBe(false);
    },
  );

  it('rejects more rows than the maximum with invalid-argument', async () => {
    const rows = Array.from({ length: 501 }, () => createRow());
    const { error } = await call('importProducts', { rows, dryRun: false }, admin.token);
    expect(error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'rows must have at most 500 entries.',
    });
  });
});

describe('patchProducts', { timeout: 60_000 }, () => {
  it.each([
    [{ price: 'free' }, /price must be a number/],
    [{ price: 0 }, /price must be at least 0.01/],
    [{ name: '<b>Tee</b>' }, /must not contain < or >/],
    [{ image: 'data:text/html,x' }, /image must be an https URL or a path/],
    [{ images: ['/art/a.webp', 'photo'] }, /images\[1\] must be an https URL or a path/],
    [{ variants: [] }, /variants must have at least 1/],
    [
      { variants: Array.from({ length: 101 }, (_, n) => ({ size: `S${n}`, stock: 1 })) },
      /variants must have at most 100/,
    ],
    [{ variants: [{ stock: -1 }] }, /stock must be at least 0/],
  ])(
    'rejects the changes %j with a message that says why, and changes neither product of the request',
    async (changes, message) => {
      const [valid, invalid] = [await createProduct(), await createProduct()];
      const before = (await db().doc(`products/${invalid}`).get()).data();
      const { error } = await call(
        'patchProducts',
        {
          products: [
            { productId: valid, changes: { price: 40 } },
            { productId: invalid, changes },
          ],
        },
        admin.token,
      );
      expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
      expect((await db().doc(`products/${valid}`).get()).get('price')).toBe(45);
      // Meanwhile a trigger counts the stock of the new product.
      const after = (await db().doc(`products/${invalid}`).get()).data();
      expect(after).toEqual({ ...before, stockAt: after?.stockAt });
    },
  );
});
