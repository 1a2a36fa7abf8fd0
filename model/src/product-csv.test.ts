import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from './product.ts';
import {
  applyProductRow,
  CSV_COLUMNS,
  escapeFormula,
  formatProductCells,
  isFormula,
  isPrice,
  parseList,
  parseSpecifications,
  parseVariants,
  parseVersion,
  unescapeFormula,
} from './product-csv.ts';

const product: Product = {
  id: 'boss-tee',
  name: 'Boss "Rush" Tee',
  price: 45,
  compareAtPrice: 59.5,
  image: '/art/boss-tee.webp',
  category: 'apparel',
  rating: 4.5,
  reviews: 2,
  inStock: true,
  featured: true,
  bestseller: true,
  saleHighlight: false,
  productType: 'T-shirt',
  tags: ['black', 'boss fight'],
  description: '- soft\n=loud',
  features: ['Soft', 'Loud'],
  specifications: { Material: '100% cotton', Care: '30°: cold' },
  images: ['/art/boss-tee.webp', '/art/boss-tee-back.webp'],
  variants: [
    { size: 'S', stock: 3, sku: 'BOSS-S', shopifyVariantId: 'gid://shopify/ProductVariant/1' },
    { size: '2XL', stock: 0, price: 49.5 },
  ],
  imageAlts: ['The boss | the ninth', ''],
  shopifyVariantId: 'gid://shopify/ProductVariant/1',
  status: 'active',
  updatedAt: '2026-11-01T12:00:00.000Z',
};

const rowOf = (given: Product) =>
  Object.fromEntries(formatProductCells(given).map((cell, index) => [CSV_COLUMNS[index] ?? '', cell]));

describe('escapeFormula', () => {
  it.each([
    '=HYPERLINK("http://x")',
    '+1',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "'=1",
  ])('puts an apostrophe before %j', (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`);
  });

  it.each(['', 'Tee', "'til dawn", ' =1', '1-2'])('returns %j unchanged', (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });

  it('leaves no cell that isFormula recognizes', () => {
    fc.assert(fc.property(fc.string(), (cell) => !isFormula(escapeFormula(cell))));
  });
});

describe('unescapeFormula', () => {
  it('restores every cell that escapeFormula escaped', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '@', '\t', 'a') }));
    fc.assert(fc.property(cell, (text) => unescapeFormula(escapeFormula(text)) === text));
  });

  it('leaves the apostrophe of a text that is not a formula', () => {
    expect(unescapeFormula("'til dawn")).toBe("'til dawn");
  });
});

describe('isFormula', () => {
  it.each(['=1+1', '+1', '@SUM(A1)', '\t1', '-A1'])('is true for %j', (cell) => {
    expect(isFormula(cell)).toBe(true);
  });

  it.each(['-5', '-.5', "'=1", 'a=1', ''])('is false for %j', (cell) => {
    expect(isFormula(cell)).toBe(false);
  });
});

describe('parseList', () => {
  it('splits at | and drops empty entries and surrounding spaces', () => {
    expect(parseList(' Soft || Loud|')).toEqual(['Soft', 'Loud']);
  });
});

describe('parseSpecifications', () => {
  it('ends a label at the first colon', () => {
    expect(parseSpecifications('Material: Cotton|Care: 30°: cold')).toEqual({
      Material: 'Cotton',
      Care: '30°: cold',
    });
  });
});

describe('parseVariants', () => {
  it.each([
    [
      'S:10| M : 20',
      [
        { size: 'S', stock: 10 },
        { size: 'M', stock: 20 },
      ],
    ],
    ['One size:4', [{ size: 'One size', stock: 4 }]],
    ['7', [{ stock: 7 }]],
  ])('reads %j', (cell, variants) => {
    expect(parseVariants(cell)).toEqual(variants);
  });

  it.each(['', 'M:lots', 'M:-1', 'M:12345678', `${'x'.repeat(21)}:1`, 'S:1|M'])(
    'returns undefined for %j',
    (cell) => {
      expect(parseVariants(cell)).toBeUndefined();
    },
  );
});

describe('isPrice', () => {
  it.each(['45', '45.5', ' 45.00 '])('is true for %j', (cell) => {
    expect(isPrice(cell)).toBe(true);
  });

  it.each(['', 'free', '-5', '1e9', '4,', '1,000', '1.000,00', '45.005'])('is false for %j', (cell) => {
    expect(isPrice(cell)).toBe(false);
  });
});

describe('formatProductCells and applyProductRow', () => {
  it('restore every field of the format', () => {
    const { id: _id, rating: _rating, reviews: _reviews, inStock: _inStock, updatedAt, ...fields } = product;
    expect(applyProductRow(rowOf(product), undefined)).toEqual(fields);
    expect(parseVersion(rowOf(product))).toBe(updatedAt);
  });

  it('interpret missing cells as one image, no sale, not featured, a draft', () => {
    expect(
      applyProductRow({ name: 'Mug', price: '9', image: '/m.webp', category: '', variants: '3' }, undefined),
    ).toEqual({
      name: 'Mug',
      price: 9,
      image: '/m.webp',
      images: ['/m.webp'],
      category: '',
      description: '',
      features: [],
      specifications: {},
      variants: [{ stock: 3 }],
      featured: false,
      status: 'draft',
    });
  });

  it.each([{}, { variants: '' }, { variants: ' ' }])(
    'read the cells %j as no variants, so that a product keeps its stock',
    (row) => {
      expect(applyProductRow(row, undefined)).not.toHaveProperty('variants');
    },
  );

  it.each(['yes', 'TRUE', '1'])('read featured %j as true', (featured) => {
    expect(applyProductRow({ featured }, undefined)).toMatchObject({ featured: true });
  });
});
