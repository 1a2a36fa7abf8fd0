// Full-text search over the catalogue in the browser: tolerates typos, matches prefixes. Its limits are described in
// docs/decisions. Imported dynamically only.
import MiniSearch from 'minisearch';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';

interface SearchIndex {
  /** Ids of the products that match, best first. */
  readonly search: (text: string) => string[];
  /** Similar words of the catalogue, for a text without matches. */
  readonly suggest: (text: string) => string[];
}

/** Builds an index of product names and categories. */
export function buildSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const index = new MiniSearch<ProductCard>({
    fields: ['name', 'category'],
    storeFields: [],
    searchOptions: {
      boost: { name: 3 },
      prefix: true,
      // One edit in a short word, two in a long one, none below three letters.
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

/** The index of a catalogue, built once per array. */
export function getSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const cached = indexes.get(products);
  if (cached !== undefined) return cached;
  const built = buildSearchIndex(products);
  indexes.set(products, built);
  return built;
}
