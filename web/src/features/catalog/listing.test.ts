import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { countFacets } from './facet-counts.ts';
import {
  formatFilters,
  type ListingFilters,
  listProducts,
  PRICE_BANDS,
  parseFilters,
  RATING_THRESHOLDS,
  sortOptions,
} from './listing.ts';

const SIZE_NAMES = ['S', 'M', 'L'];
const CATEGORIES = ['apparel', 'accessories'];
const TYPES = ['T-shirt', 'Mug', '__proto__'];
const COLORS = ['Blue', 'Gold'];

const product: fc.Arbitrary<ProductCard> = fc
  .record({
    id: fc.uuid(),
    name: fc.string({ minLength: 1, maxLength: 12 }),
    cents: fc.integer({ min: 100, max: 15_000 }),
    compareAtCents: fc.option(fc.integer({ min: 100, max: 15_000 }), { nil: undefined }),
    category: fc.constantFrom(...CATEGORIES),
    productType: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
    tags: fc.uniqueArray(fc.constantFrom('blue', 'gold', 'robot'), { maxLength: 3 }),
    rating: fc.constantFrom(0, 2.5, 3, 3.9, 4, 4.4, 4.5, 5),
    reviews: fc.nat(200),
    featured: fc.boolean(),
    stock: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
  })
  .map(({ cents, compareAtCents, stock, productType, ...rest }) => ({
    ...rest,
    ...(productType !== undefined && { productType }),
    price: cents / 100,
    ...(compareAtCents !== undefined && { compareAtPrice: compareAtCents / 100 }),
    image: '/art/x.webp',
    inStock: stock.some((units) => units > 0),
    variants: SIZE_NAMES.map((size, index) => ({ size, stock: stock[index] ?? 0 })),
  }));

const filters: fc.Arbitrary<ListingFilters> = fc.record({
  category: fc.constantFrom(undefined, 'sale', ...CATEGORIES),
  types: fc.uniqueArray(fc.constantFrom(...TYPES), { maxLength: 2 }),
  colors: fc.uniqueArray(fc.constantFrom(...COLORS), { maxLength: 2 }),
  sizes: fc.uniqueArray(fc.constantFrom(...SIZE_NAMES), { maxLength: 3 }),
  prices: fc.uniqueArray(fc.constantFrom(...PRICE_BANDS.map(({ id }) => id)), { maxLength: 2 }),
  rating: fc.constantFrom(undefined, ...RATING_THRESHOLDS),
  inStock: fc.boolean(),
  text: fc.constant(''),
  sort: fc.constantFrom(...sortOptions({ text: '' }).map(({ id }) => id)),
  page: fc.integer({ min: 1, max: 4 }),
});

/**
 * Reference model: checks one product at a time, without the single-pass counting of countFacets.
 */
function matchesFilters(item: ProductCard, selected: ListingFilters): boolean {
  if (selected.category === 'sale' && !(item.compareAtPrice && item.compareAtPrice > item.price))
    return false;
  if (selected.category && selected.category !== 'sale' && item.category !== selected.category) return false;
  if (selected.types.length > 0 && !selected.types.some((type) => type === item.productType)) return false;
  if (selected.colors.length > 0 && !selected.colors.some((name) => item.tags?.includes(name.toLowerCase())))
    return false;
  const sized = item.variants.filter(({ stock }) => stock > 0).map(({ size }) => size);
  if (selected.sizes.length > 0 && !selected.sizes.some((size) => sized.includes(size))) return false;
  const band = PRICE_BANDS.find(({ from, to }) => item.price >= from && item.price < to)?.id;
  if (selected.prices.length > 0 && !selected.prices.includes(band ?? '')) return false;
  if (selected.rating !== undefined && item.rating < selected.rating) return false;
  return !selected.inStock || item.inStock;
}

describe('listProducts', () => {
  it('returns exactly the products that match every facet, each on one page', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 30 }), filters, (products, selected) => {
        const expected = products.filter((item) => matchesFilters(item, selected)).map(({ id }) => id);
        const first = listProducts(products, { ...selected, page: 1 }, 4);
        const all = Array.from({ length: first.pages }, (_, index) =>
          listProducts(products, { ...selected, page: index + 1 }, 4).products.map(({ id }) => id),
        ).flat();
        expect(first.total).toBe(expected.length);
        expect([...all].sort()).toEqual([...expected].sort());
      }),
    );
  });

  it('sorts by price in both directions', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 20 }), (products) => {
        const order = (sort: 'price-asc' | 'price-desc') =>
          listProducts(products, { ...parseFilters(new URLSearchParams()), sort }, 100).products.map(
            ({ price }) => price,
          );
        expect(order('price-asc')).toEqual([...order('price-asc')].sort((a, b) => a - b));
        expect(order('price-desc')).toEqual([...order('price-desc')].sort((a, b) => b - a));
      }),
    );
  });

  it('returns the last page when a page beyond it is requested', () => {
    const one = fc.sample(product, 5);
    expect(listProducts(one, { ...parseFilters(new URLSearchParams('page=99')) }, 2).page).toBe(3);
  });
});

describe('countFacets', () => {
  it('counts for each value the products that selecting only that value would leave', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 30 }), filters, (products, selected) => {
        const counts = countFacets(products, selected);
        for (const size of SIZE_NAMES) {
          const shown = products.filter((item) =>
            matchesFilters(item, { ...selected, sizes: [size] }),
          ).length;
          expect(counts.sizes.get(size) ?? 0).toBe(shown);
        }
        for (const type of TYPES) {
          const shown = products.filter((item) =>
            matchesFilters(item, { ...selected, types: [type] }),
          ).length;
          expect(counts.types.get(type) ?? 0).toBe(shown);
        }
        for (const color of COLORS) {
          const shown = products.filter((item) =>
            matchesFilters(item, { ...selected, colors: [color] }),
          ).length;
          expect(counts.colors.get(color) ?? 0).toBe(shown);
        }
        for (const { id } of PRICE_BANDS) {
          const shown = products.filter((item) => matchesFilters(item, { ...selected, prices: [id] })).length;
          expect(counts.prices.get(id) ?? 0).toBe(shown);
        }
        const sale = products.filter((item) =>
          matchesFilters(item, { ...selected, category: 'sale' }),
        ).length;
        expect(counts.categories.get('sale') ?? 0).toBe(sale);
        expect(counts.inStock).toBe(
          products.filter((item) => matchesFilters(item, { ...selected, inStock: true })).length,
        );
      }),
    );
  });
});

describe('a listing of search results', () => {
  it('keeps the order of the search unless another is chosen', () => {
    const [a, b, c] = fc.sample(product, 3) as [ProductCard, ProductCard, ProductCard];
    const byMatch = parseFilters(new URLSearchParams('q=tee'));
    expect(byMatch.sort).toBe('relevance');
    expect(listProducts([c, a, b], byMatch).products).toEqual([c, a, b]);
    const byPrice = listProducts([c, a, b], { ...byMatch, sort: 'price-asc' }).products;
    expect(byPrice.map(({ price }) => price)).toEqual([a.price, b.price, c.price].sort((x, y) => x - y));
  });

  it('offers the order by match only for a search', () => {
    expect(parseFilters(new URLSearchParams('sort=relevance')).sort).toBe('featured');
    expect(formatFilters(parseFilters(new URLSearchParams('q=tee&sort=relevance')))).toBe('?q=tee');
    expect(formatFilters(parseFilters(new URLSearchParams('q=tee&sort=featured')))).toBe(
      '?q=tee&sort=featured',
    );
  });
});

describe('formatFilters and parseFilters', () => {
  it('round-trip every combination of filters', () => {
    fc.assert(
      fc.property(filters, (selected) => {
        const search = new URLSearchParams(formatFilters(selected).slice(1));
        expect(parseFilters(search, selected.category)).toEqual(selected);
      }),
    );
  });

  it.each([
    'page=-1',
    'page=1.5',
    'page=1e9x',
    'page=abc',
    'rating=9',
    'price=free',
    'sort=chaos',
    'stock=maybe',
  ])('ignore the invalid parameter %s', (query) => {
    const parsed = parseFilters(new URLSearchParams(query));
    expect(formatFilters(parsed)).toBe('');
  });
});

describe('countFacets of a category', () => {
  it('keeps values without remaining products, and excludes values of other categories', () => {
    const item = (category: string, productType: string, price: number) =>
      ({ category, productType, price, rating: 5, inStock: true, variants: [] }) as unknown as ProductCard;
    const products = [
      item('apparel', 'T-shirt', 20),
      item('apparel', 'Hoodie', 60),
      item('accessories', 'Mug', 20),
    ];
    const selected = { ...parseFilters(new URLSearchParams('price=50-100'), 'apparel') };
    const { types } = countFacets(products, selected);
    expect([...types]).toEqual([
      ['T-shirt', 0],
      ['Hoodie', 1],
    ]);
  });
});

describe('listProducts and countFacets on a large catalogue', () => {
  /** How often one listing reads the variants of a product, for a catalog of `count` products. */
  function countReads(count: number): number {
    let reads = 0;
    const products = fc.sample(product, { numRuns: count, seed: 7 }).map((item) => ({
      ...item,
      get variants() {
        reads += 1;
        return item.variants;
      },
    }));
    const selected = parseFilters(new URLSearchParams('size=M&sort=price-asc'));
    listProducts(products, selected);
    countFacets(products, selected);
    return reads;
  }

  it('read each product a number of times that does not depend on the catalog size', () => {
    expect(countReads(5000)).toBeLessThanOrEqual(countReads(500) * 11);
  });
});
