// Question: is bad input at the desk's doors refused with one sentence that names the row or the product, and nothing
// written, not even of what was right beside it?
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createProduct, createUser, db, functionUrl, type TestUser } from './stack.ts';

let admin: TestUser;
beforeAll(async () => {
  admin = await createUser({ admin: true });
});

const aRow = (over: object = {}) => ({
  name: `Row ${randomUUID().slice(0, 8)}`,
  price: '45',
  image: '/art/r.webp',
  category: 'apparel',
  variants: 'S:1|M:2',
  ...over,
});

interface Judged {
  readonly created: number;
  readonly errors: readonly { readonly row: number; readonly column?: string; readonly message: string }[];
}

const isThere = async (name: string) =>
  !(await db().collection('products').where('name', '==', name).get()).empty;

describe('a file', { timeout: 60_000 }, () => {
  it.each([
    ['a wrong header', { colour: 'red' }, 'colour', /no column 'colour'/],
    ['a price of "free"', { price: 'free' }, 'price', /'free' is not a price/],
    ['a formula', { description: '=HYPERLINK("http://x")' }, 'description', /must not begin with =/],
    ['an image that is not one', { image: 'photo of a shirt' }, 'image', /image/],
    ['an image with a script', { image: 'javascript:alert(1)' }, 'image', /image/],
    ['HTML in a name', { name: '<img src=x onerror=alert(1)>' }, undefined, /must not contain < or >/],
    [
      '101 sizes',
      { variants: Array.from({ length: 101 }, (_, n) => `S${n}:1`).join('|') },
      'variants',
      /100/,
    ],
  ])(
    'with %s is refused by its row, and the good row beside it is not written',
    async (_, wrong, column, message) => {
      const good = aRow();
      const { result } = await call<Judged>(
        'importProducts',
        { rows: [good, aRow(wrong)], dryRun: false },
        admin.token,
      );
      expect(result.errors).toEqual([
        { row: 2, ...(column && { column }), message: expect.stringMatching(message) },
      ]);
      expect(await isThere(good.name)).toBe(false);
    },
  );

  it('of more rows than one call takes is refused with the number', async () => {
    const rows = Array.from({ length: 501 }, () => aRow());
    const { error } = await call('importProducts', { rows, dryRun: false }, admin.token);
    expect(error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'rows must have at most 500 entries.',
    });
  });

  it('of 100 MB is refused at the door, and the door still opens for the next', async () => {
    const good = aRow();
    const huge = JSON.stringify({
      data: { rows: [good, aRow({ description: 'x'.repeat(100_000_000) })], dryRun: false },
    });
    const answer = await fetch(functionUrl('importProducts'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: huge,
    }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([400, 413, 'cut off']).toContain(answer);
    expect(await isThere(good.name)).toBe(false);
    const next = await call<Judged>('importProducts', { rows: [good], dryRun: true }, admin.token);
    expect(next.result).toMatchObject({ created: 1, errors: [] });
  });
});

describe('a product', { timeout: 60_000 }, () => {
  it.each([
    [{ price: 'free' }, /price must be a number/],
    [{ price: 0 }, /price must be at least 0.01/],
    [{ name: '<b>Tee</b>' }, /must not contain < or >/],
    [{ image: 'data:text/html,x' }, /image does not have the right form/],
    [{ images: ['/art/a.webp', 'photo'] }, /images\[1\] does not have the right form/],
    [{ variants: [] }, /variants must have at least 1/],
    [
      { variants: Array.from({ length: 101 }, (_, n) => ({ size: `S${n}`, stock: 1 })) },
      /variants must have at most 100/,
    ],
    [{ variants: [{ stock: -1 }] }, /stock must be at least 0/],
  ])('patched with %j names itself and changes nothing, nor the one beside it', async (changes, message) => {
    const [good, bad] = [await createProduct(), await createProduct()];
    const before = (await db().doc(`products/${bad}`).get()).data();
    const { error } = await call(
      'patchProducts',
      {
        products: [
          { productId: good, changes: { price: 40 } },
          { productId: bad, changes },
        ],
      },
      admin.token,
    );
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
    expect((await db().doc(`products/${good}`).get()).get('price')).toBe(45);
    expect((await db().doc(`products/${bad}`).get()).data()).toEqual(before);
  });
});
