import { describe, expect, it } from 'vitest';
import { parseRow } from './import-products.ts';

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

describe('parseRow', () => {
  it('returns the product that a row describes', () => {
    expect(parseRow(row, 1)).toEqual({
      id: 'crystal-tee',
      version: '',
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
    [{ variants: 'M:lots' }, 'variants'],
    [{ variants: 'M:-1' }, 'variants'],
    [{ status: 'gone' }, 'status'],
    [{ id: 'Not A Slug' }, 'id'],
    [{ colour: 'red' }, 'colour'],
  ])('names the column and the reason for the cell %j', (wrong, column) => {
    const read = parseRow({ ...row, ...wrong }, 7);
    expect(read).toMatchObject({ row: 7, column, message: expect.stringMatching(/.\.$/) });
  });

  it('rejects markup in a name, a repeated size, and a compareAtPrice that is not above the price', () => {
    expect(parseRow({ ...row, name: '<b>x</b>' }, 1)).toHaveProperty('message');
    expect(parseRow({ ...row, variants: 'S:1|S:2' }, 1)).toHaveProperty('message');
    expect(parseRow({ ...row, compareAtPrice: '45' }, 1)).toHaveProperty('message');
  });

  it('unescapes cells that an export escaped, and leaves other apostrophes', () => {
    for (const [cell, description] of [
      ["'=1+1", '=1+1'],
      ["'- soft", '- soft'],
      ["''=1", "'=1"],
      ["'til dawn", "'til dawn"],
    ])
      expect(parseRow({ ...row, description: cell as string }, 1)).toMatchObject({ draft: { description } });
  });
});
