import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ProductFieldsSchema } from '@savepoint/model/product';
import { findProductProblem } from '@savepoint/model/product-problem';
import { meanRating, totalRatings } from '@savepoint/model/rating-counts';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from './categories.ts';
import { createLargeCatalogue } from './large-catalogue.ts';
import { PRODUCTS } from './products.ts';
import { CATALOGUES } from './seed-catalogue.ts';

const LARGE = createLargeCatalogue();
const fields = LARGE.map(([, product]) => product);

describe('the large catalogue', () => {
  it('has a few hundred products that match the schema and the rules of products', () => {
    expect(LARGE.length).toBeGreaterThan(200);
    for (const [id, product] of LARGE) {
      expect(ProductFieldsSchema.safeParse(product).error?.issues, id).toBeUndefined();
      expect(findProductProblem(product), id).toBeUndefined();
    }
  });

  it('is identical on every run', () => {
    expect(createLargeCatalogue()).toEqual(LARGE);
  });

  it('has ids and names that no other product has, including the samples', () => {
    const all = CATALOGUES.large?.() ?? [];
    expect(all.length).toBe(PRODUCTS.length + LARGE.length);
    expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
    expect(new Set(all.map(([, { name }]) => name)).size).toBe(all.length);
  });

  it('has products in every category, on sale, sold out, sold out in some sizes, without a rating, and without sizes', () => {
    const categories = new Set(fields.map(({ category }) => category));
    expect([...categories].sort()).toEqual(CATEGORIES.map(([id]) => id).sort());
    const some: readonly ((product: (typeof fields)[number]) => boolean)[] = [
      ({ compareAtPrice }) => compareAtPrice !== undefined,
      ({ inStock }) => !inStock,
      ({ inStock, variants }) => inStock && variants.some(({ stock }) => stock === 0),
      ({ reviews }) => reviews === 0,
      ({ variants }) => variants.length === 1 && variants[0]?.size === undefined,
      ({ variants }) => variants.some(({ price }) => price !== undefined),
    ];
    for (const matches of some) {
      const share = fields.filter(matches).length / fields.length;
      expect(share, matches.toString()).toBeGreaterThan(0.02);
      expect(share, matches.toString()).toBeLessThan(0.7);
    }
  });

  it('states stars and stock that agree with its counts and sizes', () => {
    for (const [id, { rating, reviews, ratingCounts = [], inStock, variants }] of LARGE) {
      expect([totalRatings(ratingCounts), meanRating(ratingCounts).toFixed(1)], id).toEqual([
        reviews,
        rating.toFixed(1),
      ]);
      expect(inStock, id).toBe(variants.some(({ stock }) => stock > 0));
    }
  });
});

describe('the pictures of the catalogues', () => {
  it('are files of the shop, each with an alternative text', () => {
    const folder = fileURLToPath(new URL('../../web/public', import.meta.url));
    const missing = [...PRODUCTS, ...LARGE]
      .flatMap(([, { images }]) => images)
      .concat(CATEGORIES.map(([, { image }]) => image));
    expect(missing.filter((path) => !existsSync(folder + path))).toEqual([]);
    for (const [id, { image, images, imageAlts }] of [...PRODUCTS, ...LARGE])
      expect([image, imageAlts?.length], id).toEqual([images[0], images.length]);
  });

  it('exist in several views for every sample', () => {
    for (const [id, { images }] of PRODUCTS) expect(new Set(images).size, id).toBeGreaterThanOrEqual(3);
  });
});
