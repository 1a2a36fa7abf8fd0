// Owns the search over the catalogue: typo-tolerant, prefix-matching, made once per catalogue in the browser. How far
// this carries is in docs/decisions. Loaded on intent only.
import MiniSearch from 'minisearch';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';

interface SearchIndex {
  /** Ids of the products that match, best first. */
  readonly search: (text: string) => string[];
  /** Words of the catalogue close to what was typed, for when nothing matches. */
  readonly suggest: (text: string) => string[];
}

/** Builds an index of names, categories and sizes. */
export function buildSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const index = new MiniSearch<ProductCard>({
    fields: ['name', 'category'],
    storeFields: [],
    searchOptions: {
      boost: { name: 3 },
      prefix: true,
      // One slip in a short word, two in a long one; none in words too short to tell apart.
      fuzzy: (term) => (term.length < 3 ? false : term.length < 6 ? 1 : 2),
      combineWith: 'AND',
    },
  });
  index.addAll(products);
  return {
    search: (text) => index.search(text).map((result) => String(result.id)),
    suggest: (text) =>
      index
        .autoSuggest(text, { combineWith: 'OR', fuzzy: 0.4 })
        .slice(0, 4)
        .map((suggestion) => suggestion.suggestion),
  };
}

const indexes = new WeakMap<readonly ProductCard[], SearchIndex>();

/** The index of a catalogue, built at most once for each. */
export function getSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const known = indexes.get(products);
  if (known !== undefined) return known;
  const built = buildSearchIndex(products);
  indexes.set(products, built);
  return built;
}
