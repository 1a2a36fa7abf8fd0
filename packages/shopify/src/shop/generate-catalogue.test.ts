import { describe, expect, it } from 'vitest';
import { generateCatalogue } from './generate-catalogue.ts';

const generate = (count: number, seed = 'a') => [
  ...generateCatalogue({ count, seed, imageBaseUrl: () => 'http://127.0.0.1:1', nowMs: 1_800_000_000_000 }),
];

describe('generateCatalogue', () => {
  it('generates the same products for the same seed and other products for another seed', () => {
    expect(generate(50)).toEqual(generate(50));
    expect(generate(50).map(({ title }) => title)).not.toEqual(generate(50, 'b').map(({ title }) => title));
  });

  it('generates unique ids and handles, and compareAtPrice above price', () => {
    const products = generate(3_000);
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
