// Owns what a listing shows: the filters in the address, what they let through, how many each further filter would
// leave, the order and the page. Pure; knows no screen and no database.
import { SIZES } from '@savepoint/model/limits';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { PRODUCTS_PER_PAGE } from '../../config/constants.ts';

export const SORT_OPTIONS = [
  { id: 'featured', label: 'Featured' },
  { id: 'newest', label: 'Newest' },
  { id: 'price-asc', label: 'Price: low to high' },
  { id: 'price-desc', label: 'Price: high to low' },
  { id: 'rating', label: 'Best rated' },
  { id: 'name', label: 'Name' },
] as const;
export type SortId = (typeof SORT_OPTIONS)[number]['id'];

/** Price bands in dollars: from (inclusive) to (exclusive). */
export const PRICE_BANDS = [
  { id: '0-25', label: 'Under $25', from: 0, to: 25 },
  { id: '25-50', label: '$25 to $50', from: 25, to: 50 },
  { id: '50-100', label: '$50 to $100', from: 50, to: 100 },
  { id: '100-up', label: '$100 and more', from: 100, to: Number.POSITIVE_INFINITY },
] as const;

export const RATING_THRESHOLDS = [4.5, 4, 3] as const;

/** The category that holds whatever costs less than before. */
export const SALE_CATEGORY = 'sale';

export interface ListingFilters {
  readonly category: string | undefined;
  readonly sizes: readonly string[];
  readonly prices: readonly string[];
  readonly rating: number | undefined;
  readonly inStock: boolean;
  readonly text: string;
  readonly sort: SortId;
  /** From 1. */
  readonly page: number;
}

/** Filters as the address has them; what it has that means nothing is ignored. */
export function parseFilters(search: URLSearchParams, category?: string): ListingFilters {
  const rating = Number(search.get('rating'));
  const page = Number(search.get('page'));
  const prices = search.getAll('price').filter((id) => PRICE_BANDS.some((band) => band.id === id));
  return {
    category,
    sizes: [...new Set(search.getAll('size'))],
    prices: [...new Set(prices)],
    rating: RATING_THRESHOLDS.some((floor) => floor === rating) ? rating : undefined,
    inStock: search.get('stock') === '1',
    text: (search.get('q') ?? '').trim().slice(0, 100),
    sort: SORT_OPTIONS.find((sort) => sort.id === search.get('sort'))?.id ?? 'featured',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The query part of the address for filters; defaults are left out. */
export function formatFilters(filters: ListingFilters): string {
  const search = new URLSearchParams();
  if (filters.text) search.set('q', filters.text);
  for (const size of filters.sizes) search.append('size', size);
  for (const price of filters.prices) search.append('price', price);
  if (filters.rating !== undefined) search.set('rating', String(filters.rating));
  if (filters.inStock) search.set('stock', '1');
  if (filters.sort !== 'featured') search.set('sort', filters.sort);
  if (filters.page > 1) search.set('page', String(filters.page));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

type FacetName = 'category' | 'size' | 'price' | 'rating' | 'stock';

function isOnSale(product: ProductCard): boolean {
  return product.compareAtPrice !== undefined && product.compareAtPrice > product.price;
}

function isInCategory(product: ProductCard, category: string): boolean {
  return category === SALE_CATEGORY ? isOnSale(product) : product.category === category;
}

function hasSizeInStock(product: ProductCard, size: string): boolean {
  return product.variants.some((variant) => variant.size === size && variant.stock > 0);
}

function isInBand(product: ProductCard, id: string): boolean {
  const band = PRICE_BANDS.find((candidate) => candidate.id === id);
  return band !== undefined && product.price >= band.from && product.price < band.to;
}

/** One test per facet: several values of a facet mean any of them, several facets mean all of them. */
function facetPredicates(filters: ListingFilters): Record<FacetName, (product: ProductCard) => boolean> {
  const { category, sizes, prices, rating, inStock } = filters;
  return {
    category: (product) => category === undefined || isInCategory(product, category),
    size: (product) => sizes.length === 0 || sizes.some((size) => hasSizeInStock(product, size)),
    price: (product) => prices.length === 0 || prices.some((price) => isInBand(product, price)),
    rating: (product) => rating === undefined || product.rating >= rating,
    stock: (product) => !inStock || product.inStock,
  };
}

export interface FacetCounts {
  readonly categories: ReadonlyMap<string, number>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly prices: ReadonlyMap<string, number>;
  readonly ratings: ReadonlyMap<number, number>;
  readonly inStock: number;
}

/** How many products each value would show, given the other facets. */
export function countFacets(products: readonly ProductCard[], filters: ListingFilters): FacetCounts {
  const tests = facetPredicates(filters);
  const names = Object.keys(tests) as FacetName[];
  const categories = new Map<string, number>();
  const sizes = new Map<string, number>();
  const prices = new Map<string, number>();
  const ratings = new Map<number, number>();
  let inStock = 0;
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const product of products) {
    const failed = names.filter((name) => !tests[name](product));
    if (failed.length > 1) continue;
    const counts = (name: FacetName) => failed.length === 0 || failed[0] === name;
    if (counts('category')) {
      add(categories, product.category);
      if (isOnSale(product)) add(categories, SALE_CATEGORY);
    }
    if (counts('size')) {
      for (const variant of product.variants) if (variant.size && variant.stock > 0) add(sizes, variant.size);
    }
    if (counts('price')) for (const band of PRICE_BANDS) if (isInBand(product, band.id)) add(prices, band.id);
    if (counts('rating'))
      for (const floor of RATING_THRESHOLDS) if (product.rating >= floor) add(ratings, floor);
    if (counts('stock') && product.inStock) inStock += 1;
  }
  return { categories, sizes, prices, ratings, inStock };
}

/** By code unit: quick, and the same everywhere. For texts that nobody reads. */
const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const COMPARE: Readonly<Record<SortId, (a: ProductCard, b: ProductCard) => number>> = {
  featured: (a, b) =>
    Number(b.inStock) - Number(a.inStock) || Number(b.featured) - Number(a.featured) || b.rating - a.rating,
  newest: (a, b) => inOrder(b.createdAt ?? '', a.createdAt ?? ''),
  'price-asc': (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating || b.reviews - a.reviews,
  name: (a, b) => a.name.localeCompare(b.name),
};

export interface Listing {
  readonly total: number;
  readonly pages: number;
  /** The page shown; the last one when the address asks for more. */
  readonly page: number;
  readonly products: readonly ProductCard[];
}

/** The page of products that the filters leave. */
export function listProducts(
  products: readonly ProductCard[],
  filters: ListingFilters,
  perPage = PRODUCTS_PER_PAGE,
): Listing {
  const tests = Object.values(facetPredicates(filters));
  const left = products
    .filter((product) => tests.every((test) => test(product)))
    .sort((a, b) => COMPARE[filters.sort](a, b) || inOrder(a.id, b.id));
  const pages = Math.max(1, Math.ceil(left.length / perPage));
  const page = Math.min(filters.page, pages);
  return { total: left.length, pages, page, products: left.slice((page - 1) * perPage, page * perPage) };
}

/** Sizes in the order a size picker shows them; unknown ones last. */
export function sortSizes(sizes: Iterable<string>): string[] {
  const rank = (size: string) => {
    const index = (SIZES as readonly string[]).indexOf(size);
    return index < 0 ? SIZES.length : index;
  };
  return [...sizes].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** `values` with `value` in it when it was not, and without it when it was. */
export function toggle(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Whether any filter is on; a category, a sort and a page leave no product out. */
export function hasActiveFilters({ text, sizes, prices, rating, inStock }: ListingFilters): boolean {
  return [text, sizes.length, prices.length, rating, inStock].some(Boolean);
}
