// Filters, facet counts, sorting and pagination of a listing. Pure: no React, no database.
import { cutText } from '@savepoint/model/cut-text';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { PRODUCTS_PER_PAGE } from '../../config/constants.ts';
import { isOnSale } from '../../lib/on-sale.ts';
import { colorsOf } from './colors.ts';

export const SORT_OPTIONS = [
  /**
   * The order of search results, best match first. The default for a search, and only available
   * there.
   */
  { id: 'relevance', label: 'Best match' },
  { id: 'featured', label: 'Featured' },
  { id: 'newest', label: 'Newest' },
  { id: 'price-asc', label: 'Price: low to high' },
  { id: 'price-desc', label: 'Price: high to low' },
  { id: 'rating', label: 'Best rated' },
  { id: 'name', label: 'Name' },
] as const;
export type SortId = (typeof SORT_OPTIONS)[number]['id'];

/** In dollars; `from` is inclusive, `to` exclusive. */
export const PRICE_BANDS = [
  { id: '0-25', label: 'Under $25', from: 0, to: 25 },
  { id: '25-50', label: '$25 to $50', from: 25, to: 50 },
  { id: '50-100', label: '$50 to $100', from: 50, to: 100 },
  { id: '100-up', label: '$100 and more', from: 100, to: Number.POSITIVE_INFINITY },
] as const;

function defaultSort(text: string): SortId {
  return text === '' ? 'featured' : 'relevance';
}

/** The sort orders that a listing offers. */
export function sortOptions({
  text,
}: Pick<ListingFilters, 'text'>): readonly (typeof SORT_OPTIONS)[number][] {
  return SORT_OPTIONS.filter(({ id }) => id !== 'relevance' || text !== '');
}

export const RATING_THRESHOLDS = [4.5, 4, 3] as const;

/** A virtual category: every product below its compare-at price. */
export const SALE_CATEGORY = 'sale';

export interface ListingFilters {
  readonly category: string | undefined;
  /** Product types, such as T-shirt. */
  readonly types: readonly string[];
  /** Such as Blue. */
  readonly colors: readonly string[];
  readonly sizes: readonly string[];
  readonly prices: readonly string[];
  readonly rating: number | undefined;
  readonly inStock: boolean;
  readonly text: string;
  readonly sort: SortId;
  /** 1-based. */
  readonly page: number;
}

/** Parses the filters in a query string; unknown or invalid values are ignored. */
export function parseFilters(search: URLSearchParams, category?: string): ListingFilters {
  const rating = Number(search.get('rating'));
  const page = Number(search.get('page'));
  const prices = search.getAll('price').filter((id) => PRICE_BANDS.some((band) => band.id === id));
  const text = cutText((search.get('q') ?? '').trim(), 100);
  return {
    category,
    types: [...new Set(search.getAll('type'))],
    colors: [...new Set(search.getAll('colour'))],
    sizes: [...new Set(search.getAll('size'))],
    prices: [...new Set(prices)],
    rating: RATING_THRESHOLDS.some((threshold) => threshold === rating) ? rating : undefined,
    inStock: search.get('stock') === '1',
    text,
    sort: sortOptions({ text }).find((sort) => sort.id === search.get('sort'))?.id ?? defaultSort(text),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The query string for filters, with its '?'; defaults are omitted. */
export function formatFilters(filters: ListingFilters): string {
  const search = new URLSearchParams();
  if (filters.text) search.set('q', filters.text);
  for (const type of filters.types) search.append('type', type);
  for (const color of filters.colors) search.append('colour', color);
  for (const size of filters.sizes) search.append('size', size);
  for (const price of filters.prices) search.append('price', price);
  if (filters.rating !== undefined) search.set('rating', String(filters.rating));
  if (filters.inStock) search.set('stock', '1');
  if (filters.sort !== defaultSort(filters.text)) search.set('sort', filters.sort);
  if (filters.page > 1) search.set('page', String(filters.page));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

export type FacetName = 'category' | 'type' | 'color' | 'size' | 'price' | 'rating' | 'stock';

function isInCategory(product: ProductCard, category: string): boolean {
  return category === SALE_CATEGORY ? isOnSale(product) : product.category === category;
}

function hasSizeInStock(product: ProductCard, size: string): boolean {
  return product.variants.some((variant) => variant.size === size && variant.stock > 0);
}

export function isInBand(product: ProductCard, id: string): boolean {
  const band = PRICE_BANDS.find((candidate) => candidate.id === id);
  return band !== undefined && product.price >= band.from && product.price < band.to;
}

/** One predicate per facet: values within a facet are combined with OR, facets with AND. */
export function facetPredicates(
  filters: ListingFilters,
): Record<FacetName, (product: ProductCard) => boolean> {
  const { category, types, colors, sizes, prices, rating, inStock } = filters;
  return {
    category: (product) => category === undefined || isInCategory(product, category),
    type: ({ productType = '' }) => types.length === 0 || types.includes(productType),
    color: (product) => colors.length === 0 || colorsOf(product).some((color) => colors.includes(color)),
    size: (product) => sizes.length === 0 || sizes.some((size) => hasSizeInStock(product, size)),
    price: (product) => prices.length === 0 || prices.some((price) => isInBand(product, price)),
    rating: (product) => rating === undefined || product.rating >= rating,
    stock: (product) => !inStock || product.inStock,
  };
}

/**
 * Compares by code unit: fast and independent of the locale. For ids and timestamps, not for
 * display names.
 */
const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const COMPARATORS: Readonly<
  Record<Exclude<SortId, 'relevance'>, (a: ProductCard, b: ProductCard) => number>
> = {
  featured: (a, b) =>
    Number(b.inStock) - Number(a.inStock) || Number(b.featured) - Number(a.featured) || b.rating - a.rating,
  newest: (a, b) => compareCodeUnits(b.createdAt ?? '', a.createdAt ?? ''),
  'price-asc': (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating || b.reviews - a.reviews,
  name: (a, b) => a.name.localeCompare(b.name),
};

export interface Listing {
  readonly total: number;
  readonly pages: number;
  /** The page shown; the last page when a later one was requested. */
  readonly page: number;
  readonly products: readonly ProductCard[];
}

/** Filters, sorts and paginates the products. Those of a search are given best match first. */
export function listProducts(
  products: readonly ProductCard[],
  filters: ListingFilters,
  pageSize = PRODUCTS_PER_PAGE,
): Listing {
  const predicates = Object.values(facetPredicates(filters));
  const matching = products.filter((product) => predicates.every((test) => test(product)));
  if (filters.sort !== 'relevance') {
    const compare = COMPARATORS[filters.sort];
    matching.sort((a, b) => compare(a, b) || compareCodeUnits(a.id, b.id));
  }
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(filters.page, pages);
  return {
    total: matching.length,
    pages,
    page,
    products: matching.slice((page - 1) * pageSize, page * pageSize),
  };
}

/** Adds `value` to `values`, or removes it if present. */
export function toggle(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** True if any filter is active; search text, category, sort order and page do not count. */
export function hasActiveFilters({ types, colors, sizes, prices, rating, inStock }: ListingFilters): boolean {
  return [types.length, colors.length, sizes.length, prices.length, rating, inStock].some(Boolean);
}

/** Removes every filter, but keeps search text, category and sort order. */
export const NO_FILTERS = {
  types: [],
  colors: [],
  sizes: [],
  prices: [],
  rating: undefined,
  inStock: false,
} as const;
