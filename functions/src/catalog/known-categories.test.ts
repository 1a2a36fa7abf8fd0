import { describe, expect, it } from 'vitest';
import { findUnknownCategory } from './known-categories.ts';

describe('findUnknownCategory', () => {
  const known = ['accessories', 'apparel'];

  it('accepts a category of the shop, and the one that the product already has', () => {
    expect(findUnknownCategory('apparel', undefined, known)).toBeUndefined();
    expect(findUnknownCategory('gone', 'gone', known)).toBeUndefined();
  });

  it.each([
    ['a new product', undefined],
    ['a product that had another one', 'accessories'],
  ])('names the categories of the shop when %s gets one that does not exist', (_, current) => {
    expect(findUnknownCategory('apparell', current, known)).toBe(
      "There is no category 'apparell'. The categories are: accessories, apparel.",
    );
  });

  it('says to create a category if the shop has none', () => {
    expect(findUnknownCategory('apparel', undefined, [])).toMatch(/create one first/);
  });
});
