import { checkRandomProducts } from '@savepoint/model/arbitrary-product';
import type { Product } from '@savepoint/model/product';
import { CSV_COLUMNS, formatProductCells } from '@savepoint/model/product-csv';
import { describe, expect, it } from 'vitest';
import { applyRow, parseRow } from './import-products.ts';
import { pickDraftFields } from './save-product.ts';

/** The row of a product in an export. */
function exportRow(product: Product): Record<string, string> {
  return Object.fromEntries(formatProductCells(product).map((cell, index) => [CSV_COLUMNS[index], cell]));
}

const row = {
  name: 'Crystal Tee',
  price: '45',
  image: '/art/crystal.webp',
  category: 'apparel',
  variants: 'S:1 | M:20',
  specifications: 'Material: 100% cotton|Care: 30°: cold',
  features: 'Soft|Loud',
  featured: 'yes',
};

const STORED: Product = {
  id: 'boss-tee',
  name: 'Boss Tee',
  price: 45,
  image: '/art/boss-tee.webp',
  images: ['/art/boss-tee.webp'],
  category: 'apparel',
  description: '',
  features: [],
  specifications: {},
  variants: [{ stock: 3 }],
  featured: false,
  rating: 0,
  reviews: 0,
  inStock: true,
};

describe('a file of a spreadsheet in another language', () => {
  it('may have decimal commas in prices', () => {
    const cells = { price: '45,5', compareAtPrice: '60,00', variantPrices: 'M:49,90' };
    expect(parseRow({ ...row, ...cells }, 1)).toMatchObject({
      draft: {
        price: 45.5,
        compareAtPrice: 60,
        variants: [{ size: 'S' }, { size: 'M', price: 49.9 }],
      },
    });
  });

  it.each(['1,000', '1.000,00', '1,000.00'])(
    'may not have the price %j, which two countries read as two',
    (price) => {
      expect(parseRow({ ...row, price }, 1)).toMatchObject({ row: 1, column: 'price' });
    },
  );

  it('is rejected with the name of the column if its yes and no are in that language', () => {
    expect(parseRow({ ...row, featured: 'WAHR' }, 1)).toEqual({
      row: 1,
      column: 'featured',
      message: "'WAHR' is neither 'true' nor 'false'.",
    });
  });
});

describe('parseRow', () => {
  it('returns the product of a row', () => {
    expect(parseRow(row, 1)).toEqual({
      id: 'crystal-tee',
      version: '',
      row,
      draft: {
        name: 'Crystal Tee',
        price: 45,
        image: '/art/crystal.webp',
        images: ['/art/crystal.webp'],
        category: 'apparel',
        description: '',
        features: ['Soft', 'Loud'],
        specifications: { Material: '100% cotton', Care: '30°: cold' },
        variants: [
          { size: 'S', stock: 1 },
          { size: 'M', stock: 20 },
        ],
        featured: true,
        status: 'draft',
      },
    });
  });

  it('returns the version of the row, and no variants for an empty cell', () => {
    const version = '2026-11-01T12:00:00.000Z';
    const parsed = parseRow({ ...row, variants: '', version }, 1);
    expect(parsed).toMatchObject({ version });
    expect(parsed).not.toHaveProperty('draft.variants');
  });

  it.each([
    [{ price: 'free' }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '1e9' }, 'price'],
    [{ price: '0' }, 'price'],
    [{ compareAtPrice: '4,5' }, 'compareAtPrice'],
    [{ name: '' }, 'name'],
    [{ name: '=HYPERLINK("x")' }, 'name'],
    [{ description: '@SUM(A1)' }, 'description'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ image: 'photo.png' }, 'image'],
    [{ category: 'No Such' }, 'category'],
    [{ specifications: 'Fit: Regular|Material cotton' }, 'specifications'],
    [{ variants: 'M:lots' }, 'variants'],
    [{ variants: 'M:-1' }, 'variants'],
    [{ variantPrices: 'M:free' }, 'variantPrices'],
    [{ variantSkus: `M:${'x'.repeat(101)}` }, 'variants'],
    [{ status: 'gone' }, 'status'],
    [{ id: 'Not A Slug' }, 'id'],
    [{ color: 'red' }, 'color'],
  ])('names the column and the reason for the cell %j', (wrong, column) => {
    const read = parseRow({ ...row, ...wrong }, 7);
    expect(read).toMatchObject({ row: 7, column, message: expect.stringMatching(/.\.$/) });
  });

  it('rejects markup in a name, a repeated size, and a compareAtPrice that is not above the price', () => {
    expect(parseRow({ ...row, name: '<b>x</b>' }, 1)).toHaveProperty('message');
    expect(parseRow({ ...row, variants: 'S:1|S:2' }, 1)).toHaveProperty('message');
    expect(parseRow({ ...row, compareAtPrice: '45' }, 1)).toHaveProperty('message');
  });

  it('unescapes cells that an export escaped, and keeps other apostrophes', () => {
    for (const [cell, description] of [
      ["'=1+1", '=1+1'],
      ["'- soft", '- soft'],
      ["''=1", "'=1"],
      ["'til dawn", "'til dawn"],
    ])
      expect(parseRow({ ...row, description: cell as string }, 1)).toMatchObject({ draft: { description } });
  });
});

describe('applyRow', () => {
  const parse = (cells: Record<string, string>) => {
    const parsed = parseRow(cells, 1);
    if ('message' in parsed) throw new Error(parsed.message);
    return parsed;
  };

  it('changes nothing for an unmodified exported row', () => {
    checkRandomProducts((product) => {
      expect(applyRow(parse(exportRow(product)), product)).toEqual({ draft: undefined });
    });
  });

  it('creates an equal product from an exported row if there is none', () => {
    checkRandomProducts((product) => {
      const { imageAlts, ...fields } = pickDraftFields({ ...product, status: product.status ?? 'active' });
      const { imageAlts: restoredAlts, ...restored } = Object(
        applyRow(parse({ ...exportRow(product), version: '' }), undefined),
      ).draft;
      // An empty images cell stands for the one image; one without alternative texts equals no
      // texts.
      expect(restored).toEqual(product.images.length > 0 ? fields : { ...fields, images: [product.image] });
      expect(restoredAlts ?? ['']).toEqual([imageAlts ?? []].flat().length > 0 ? imageAlts : ['']);
    });
  });

  it('changes one field for one changed cell, and keeps fields without a column in the file', () => {
    checkRandomProducts((product) => {
      const all = { ...exportRow(product), description: 'New' };
      const draft = { ...pickDraftFields({ ...product }), description: 'New' };
      expect(applyRow(parse(all), product)).toEqual({ draft });
      const columns = ['id', 'name', 'price', 'image', 'category', 'description'];
      const few = Object.fromEntries(Object.entries(all).filter(([column]) => columns.includes(column)));
      expect(applyRow(parse(few), product)).toEqual({ draft });
    });
  });

  it.each([
    ['a price of a size', { variantPrices: '2XL:81.00' }, { price: 81, sku: 'B' }],
    ['no price of a size', { variantPrices: '' }, { sku: 'B' }],
    ['a SKU of a size', { variantSkus: 'M:A|2XL:C' }, { price: 79, sku: 'C' }],
    ['no SKU of a size', { variantSkus: 'M:A' }, { price: 79 }],
  ])('writes %s', (_, cells, expected) => {
    const product = {
      ...STORED,
      variants: [
        { size: 'M', stock: 3, sku: 'A' },
        { size: '2XL', stock: 2, sku: 'B', price: 79 },
      ],
    };
    expect(applyRow(parse({ ...exportRow(product), ...cells }), product)).toMatchObject({
      draft: { variants: [{ size: 'M', stock: 3, sku: 'A' }, expect.anything()] },
    });
    const { draft } = Object(applyRow(parse({ ...exportRow(product), ...cells }), product));
    expect(draft.variants[1]).toEqual({ size: '2XL', stock: 2, ...expected });
  });

  it.each([
    [{ variantPrices: '4XL:81.00' }, /no size '4XL'/],
    [{ variantSkus: 'TEE-M' }, /size first/],
  ])('names the column of %j, which is of no size of the product', (cells, message) => {
    const product = { ...STORED, variants: [{ size: 'M', stock: 3 }] };
    expect(applyRow(parse({ ...exportRow(product), ...cells }), product)).toEqual({
      error: { column: Object.keys(cells)[0], message: expect.stringMatching(message) },
    });
  });

  it('ends a sale for an empty compareAtPrice', () => {
    const product = { ...STORED, compareAtPrice: 60 };
    expect(applyRow(parse({ ...exportRow(product), compareAtPrice: '' }), product)).not.toHaveProperty(
      'draft.compareAtPrice',
    );
  });
});
