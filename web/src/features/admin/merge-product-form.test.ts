import type { Product } from '@savepoint/model/product';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeProductForm, type ProductEdit } from './merge-product-form.ts';
import { newVariantRow, toFormValues } from './product-form-values.ts';

const PRODUCT = {
  id: 'tee',
  name: 'Tee',
  price: 45,
  image: '/art/tee.webp',
  images: ['/art/tee.webp'],
  category: 'apparel',
  description: 'Soft',
  features: ['Soft'],
  specifications: { Material: 'cotton' },
  featured: false,
  variants: [
    { size: 'S', stock: 5 },
    { size: 'M', stock: 7 },
  ],
} as unknown as Product;

const read = (changes: Partial<Product> = {}): ProductEdit => {
  const product = { ...PRODUCT, ...changes };
  return { ...toFormValues(product), status: product.status ?? 'active' };
};
/** The content of the form, without the keys of its rows. */
const contentOf = (edit: ProductEdit) => ({
  ...edit,
  images: edit.images.map(({ url, alt }) => [url, alt]),
  variants: edit.variants.map(({ size, stock, price, sku }) => [size, stock, price, sku]),
});
const withRow = (edit: ProductEdit, at: number, change: object): ProductEdit => ({
  ...edit,
  variants: edit.variants.map((row, index) => (index === at ? { ...row, ...change } : row)),
});
const sizesOf = (edit: ProductEdit) => edit.variants.map(({ size, stock, price }) => [size, stock, price]);
const SOLD = [
  { size: 'S', stock: 5 },
  { size: 'M', stock: 4 },
];

const FIELDS = ['name', 'price', 'category', 'description', 'features', 'specifications', 'tags'] as const;

describe('mergeProductForm', () => {
  it('gives each side the fields that it changed, and names those that both changed', () => {
    const change = fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom('one', 'two'));
    fc.assert(
      fc.property(change, change, (my, their) => {
        const base = read();
        const merge = mergeProductForm(base, { ...base, ...my }, { ...read(), ...their });
        expect(contentOf(merge.keepMine)).toEqual(contentOf({ ...base, ...their, ...my }));
        expect(contentOf(merge.takeTheirs)).toEqual(contentOf({ ...base, ...my, ...their }));
        const names = FIELDS.filter((name) => name in my && name in their && my[name] !== their[name]);
        expect(merge.both.map((label) => label.toLowerCase())).toEqual(names);
      }),
    );
  });

  it('keeps a newer stock if only the description is mine', () => {
    const base = read();
    const { keepMine, both, taken } = mergeProductForm(
      base,
      { ...base, description: 'Mine' },
      read({ variants: SOLD }),
    );
    expect(both).toEqual([]);
    expect(taken).toEqual(['Stock of size M']);
    expect(keepMine.description).toBe('Mine');
    expect(sizesOf(keepMine)).toEqual([
      ['S', '5', ''],
      ['M', '4', ''],
    ]);
  });

  it('keeps a newer stock if the price of the same size is mine', () => {
    const base = read();
    const { keepMine, both } = mergeProductForm(
      base,
      withRow(base, 1, { price: '49', size: 'Medium' }),
      read({ variants: SOLD }),
    );
    expect(both).toEqual([]);
    expect(sizesOf(keepMine)).toEqual([
      ['S', '5', ''],
      ['Medium', '4', '49'],
    ]);
  });

  it('applies my stock correction to the units that are left by then', () => {
    const base = read();
    const merge = mergeProductForm(base, withRow(base, 1, { stock: '20' }), read({ variants: SOLD }));
    expect(merge.both).toEqual([]);
    expect(merge.keepMine.variants[1]?.stock).toBe('17');
    expect(merge.takeTheirs.variants[1]?.stock).toBe('17');
  });

  it('names a size from which I remove more units than are left', () => {
    const base = read();
    const merge = mergeProductForm(base, withRow(base, 1, { stock: '0' }), read({ variants: SOLD }));
    expect(merge.both).toEqual(['Stock of size M']);
  });

  it('has the sizes that either side added, but not those that either removed', () => {
    const base = read();
    const [small] = base.variants;
    const mine = { ...base, variants: [...(small ? [small] : []), newVariantRow('L')] };
    const theirs = read({
      variants: [
        { size: 'M', stock: 7 },
        { size: 'XL', stock: 1 },
      ],
    });
    const { keepMine, both } = mergeProductForm(base, mine, theirs);
    expect(both).toEqual([]);
    expect(sizesOf(keepMine)).toEqual([
      ['L', '0', ''],
      ['XL', '1', ''],
    ]);
  });

  it('asks about a size that one side removed and the other changed', () => {
    const base = read();
    const mine = { ...base, variants: base.variants.slice(0, 1) };
    const merge = mergeProductForm(base, mine, read({ variants: SOLD }));
    expect(merge.both).toEqual(['Stock of size M']);
    expect(merge.keepMine.variants).toHaveLength(1);
    expect(merge.takeTheirs.variants).toHaveLength(2);
  });

  it('does not put a product on sale again that somebody else archived', () => {
    const base = read();
    const { keepMine, both } = mergeProductForm(
      base,
      { ...base, description: 'Mine' },
      read({ status: 'archived' }),
    );
    expect(both).toEqual([]);
    expect(keepMine.status).toBe('archived');
  });
});
