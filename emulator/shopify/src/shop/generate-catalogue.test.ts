import { describe, expect, it } from 'vitest';
import { generateCatalogue } from './generate-catalogue.ts';

const make = (count: number, seed = 'a') => [
  ...generateCatalogue({ count, seed, imageBaseUrl: () => 'http://127.0.0.1:1', nowMs: 1_800_000_000_000 }),
];

describe('generateCatalogue', () => {
  it('is the same for the same seed, another for another', () => {
    expect(make(50)).toEqual(make(50));
    expect(make(50).map(({ title }) => title)).not.toEqual(make(50, 'b').map(({ title }) => title));
  });

  it('has ids and handles that are no one else’s, and sound prices', () => {
    const products = make(3_000);
    const ids = products.flatMap((product) => [
      product.id,
      ...product.variants.flatMap(({ id, inventoryItemId }) => [id, inventoryItemId]),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(products.map(({ handle }) => handle)).size).toBe(3_000);
    for (const { variants } of products) {
      expect(variants.length).toBeGreaterThan(0);
      for (const { price, compareAtPrice } of variants) {
        expect(price).toMatch(/^\d+\.\d\d$/);
        if (compareAtPrice !== null) expect(Number(compareAtPrice)).toBeGreaterThan(Number(price));
      }
    }
  });
});
