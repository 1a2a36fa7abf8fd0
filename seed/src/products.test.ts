// Expected values are from the specification, section 9.
import { CategoryFieldsSchema } from '@savepoint/model/category';
import { ProductFieldsSchema } from '@savepoint/model/product';
import { meanRating, totalRatings } from '@savepoint/model/rating-counts';
import { ReviewFieldsSchema } from '@savepoint/model/review';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from './categories.ts';
import { PRODUCT_IDS } from './product-ids.ts';
import { PRODUCTS } from './products.ts';
import { REVIEWS } from './reviews.ts';

const MATERIALS = ['100% cotton', '90% cotton, 10% polyester', '95% cotton, 5% spandex'];

describe('the sample catalogue', () => {
  it('has 13 products, 4 categories and 4 reviews that match their schemas', () => {
    expect([PRODUCTS.length, CATEGORIES.length, REVIEWS.length]).toEqual([13, 4, 4]);
    expect(PRODUCTS.map(([id]) => id)).toEqual([...PRODUCT_IDS]);
    for (const [id, product] of PRODUCTS)
      expect(ProductFieldsSchema.safeParse(product).error?.issues, id).toBeUndefined();
    for (const [id, category] of CATEGORIES)
      expect(CategoryFieldsSchema.safeParse(category).error?.issues, id).toBeUndefined();
    for (const review of REVIEWS) {
      const stored = { ...review, createdAt: review.createdAt.toISOString() };
      expect(ReviewFieldsSchema.safeParse(stored).error?.issues, review.title).toBeUndefined();
    }
  });

  it('has products at 45 dollars, with ratings of exactly 4.4 to 4.9 and 56 to 156 reviews', () => {
    const ratings = PRODUCTS.map(([, product]) => product.rating);
    const counts = PRODUCTS.map(([, product]) => product.reviews);
    expect(new Set(PRODUCTS.map(([, product]) => product.price))).toEqual(new Set([45]));
    expect([Math.min(...ratings), Math.max(...ratings)]).toEqual([4.4, 4.9]);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([56, 156]);
  });

  it('has counts of ratings that agree with the stars and the number, and include the sample reviews', () => {
    for (const [id, { rating, reviews, ratingCounts = [] }] of PRODUCTS) {
      expect([totalRatings(ratingCounts), meanRating(ratingCounts).toFixed(1)], id).toEqual([
        reviews,
        rating.toFixed(1),
      ]);
      for (const review of REVIEWS.filter(({ productId }) => productId === id))
        expect(ratingCounts[review.rating - 1], id).toBeGreaterThan(0);
    }
  });

  it('specifies material, fit, care, size range and origin of each product, and has variants for the size range', () => {
    for (const [id, { specifications, variants }] of PRODUCTS) {
      expect(Object.keys(specifications), id).toEqual(['Material', 'Fit', 'Care', 'Size Range', 'Origin']);
      expect(MATERIALS, id).toContain(specifications.Material);
      expect(`${variants[0]?.size} to ${variants.at(-1)?.size}`, id).toBe(specifications['Size Range']);
    }
  });

  it('has a shopifyVariantId on the first product only, and four featured categories with products', () => {
    const withVariantId = PRODUCTS.filter(([, product]) => product.shopifyVariantId !== undefined);
    expect(withVariantId.map(([id]) => id)).toEqual([PRODUCT_IDS[0]]);
    expect(CATEGORIES.map(([, { name }]) => name)).toEqual([
      'Apparel',
      'Accessories',
      'Collectibles',
      'Limited Editions',
    ]);
    for (const [id, { featured }] of CATEGORIES) {
      expect(featured).toBe(true);
      expect(
        PRODUCTS.some(([, product]) => product.category === id),
        id,
      ).toBe(true);
    }
  });
});
