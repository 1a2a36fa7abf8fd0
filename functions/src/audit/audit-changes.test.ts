import { describe, expect, it } from 'vitest';
import { findAuditChanges } from './audit-changes.ts';

const NAMES = ['name', 'price', 'compareAtPrice', 'features', 'variants', 'specifications', 'description'];

describe('findAuditChanges', () => {
  it('names each changed field with its values before and after', () => {
    const before = { name: 'Tee', price: 45, compareAtPrice: 60, features: ['Soft'], rating: 4 };
    const after = { name: 'Tee', price: 42.5, features: ['Soft', 'Loud'], rating: 5 };
    expect(findAuditChanges(before, after, NAMES)).toEqual([
      { field: 'price', before: 45, after: 42.5 },
      { field: 'features', before: ['Soft'], after: ['Soft', 'Loud'] },
      { field: 'compareAtPrice', before: 60, after: null },
    ]);
  });

  it('compares variants by size and specifications by label, in any order', () => {
    const before = {
      variants: [
        { size: 'S', stock: 3 },
        { size: '2XL', stock: 1, price: 81 },
      ],
      specifications: { Material: 'Cotton', Fit: 'Slim' },
    };
    const after = {
      variants: [
        { size: '2XL', stock: 1, price: 79 },
        { size: 'S', stock: 2 },
      ],
      specifications: { Fit: 'Slim', Material: 'Wool' },
    };
    expect(findAuditChanges(before, after, NAMES)).toEqual([
      { field: 'variants.2XL.price', before: 81, after: 79 },
      { field: 'variants.S.stock', before: 3, after: 2 },
      { field: 'specifications.Material', before: 'Cotton', after: 'Wool' },
    ]);
  });

  it('cuts long texts, but not within a character', () => {
    const [change] = findAuditChanges({}, { description: `${'x'.repeat(499)}👕 and more` }, NAMES);
    expect(change?.after).toBe(`${'x'.repeat(499)}…`);
  });
});
