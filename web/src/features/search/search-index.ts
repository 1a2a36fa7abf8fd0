// Full-text search over the catalog in the browser; docs/decisions describes its limits. Only
// imported dynamically.
import MiniSearch, { type Query } from 'minisearch';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { isOnSale } from '../../lib/on-sale.ts';
import { editDistance } from './edit-distance.ts';
import { normalizeTerm, splitTerms, withSynonyms } from './search-terms.ts';

interface SearchIndex {
  /**
   * Ids of the products with every word of the text, best match first. All of them for meaningless
   * words, none for a text without words.
   */
  readonly search: (text: string) => string[];
  /**
   * Words from products that equal or resemble those of a text without matches. Each has a match.
   */
  readonly suggest: (text: string) => string[];
}

const SUGGESTIONS_MAX = 4;
/** The weight of a match by field. */
const BOOSTS = { name: 6, productType: 4, tags: 3, category: 2, offer: 2, sizes: 1, searchText: 1 } as const;
const FIELDS = Object.keys(BOOSTS) as (keyof typeof BOOSTS)[];
/** The shortest part of a compound word. */
const PART_MIN_LENGTH = 3;
/** The shortest prefix that is suggested for a word: dragon for dragonfly. */
const START_MIN_LENGTH = 4;

function readField(product: ProductCard, name: string): string {
  if (name === 'sizes') return product.variants.map(({ size = '' }) => size).join(' ');
  if (name === 'offer') return isOnSale(product) ? 'sale discounted reduced' : '';
  const value = product[name as keyof ProductCard];
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/**
 * The number of typos allowed in a word: one in a short word, two in a long one, none in 2XL or
 * 4000.
 */
function editsMax(term: string): number {
  if (term.length < 3 || /\d/.test(term)) return 0;
  return term.length < 6 ? 1 : 2;
}

/** The words of a catalog that a typo may stand for. */
class Vocabulary {
  /** As written in names, types, tags and categories, by normalized term. */
  readonly #named = new Map<string, string>();
  readonly #all = new Set<string>();

  add(written: string, term: string, field: string | undefined): void {
    if (field === 'sizes') return;
    for (const synonym of withSynonyms(term)) this.#all.add(synonym);
    const isNamed = field !== 'searchText' && field !== 'offer';
    if (isNamed && !this.#named.has(term)) this.#named.set(term, written);
  }

  has(term: string): boolean {
    return this.#all.has(term);
  }

  /** The terms nearest to one. Descriptions have many words, so those must at least start alike. */
  nearest(term: string): string[] {
    const max = editsMax(term);
    const found = [...this.#all]
      .filter((word) => Math.abs(word.length - term.length) <= max)
      .filter((word) => word[0] === term[0] || this.#named.has(word))
      .map((word) => ({ word, distance: editDistance(word, term) }));
    const least = Math.min(max, ...found.map(({ distance }) => distance));
    return found.filter(({ distance }) => distance === least).map(({ word }) => word);
  }

  /** As written: the term itself, those nearest to it, and its prefixes. */
  similar(term: string): string[] {
    const starts = [...this.#named.keys()].filter(
      (word) => word.length >= START_MIN_LENGTH && term.startsWith(word),
    );
    return [term, ...this.nearest(term), ...starts]
      .filter((word) => word[0] === term[0])
      .flatMap((word) => this.#named.get(word) ?? []);
  }
}

/**
 * Builds an index of names, types, tags, categories, sizes, offers, and the words of descriptions,
 * features and specifications.
 */
export function buildSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const vocabulary = new Vocabulary();
  const index = new MiniSearch<ProductCard>({
    fields: FIELDS,
    extractField: readField,
    tokenize: splitTerms,
    // Synonyms are indexed instead of searched: a search requires all of its words, and the prefix
    // of a synonym is a match.
    processTerm: (written, field) => {
      const term = normalizeTerm(written);
      if (term === undefined) return null;
      vocabulary.add(written, term, field);
      return [...withSynonyms(term)];
    },
    searchOptions: { boost: BOOSTS, prefix: true, combineWith: 'AND', processTerm: toTerm },
  });
  index.addAll(products);
  const has = (query: Query) => index.search(query).length > 0;
  /** Two words of one product that were written together; the second may be unfinished. */
  const splitInTwo = (term: string) =>
    Array.from({ length: Math.max(0, term.length - 2 * PART_MIN_LENGTH + 1) }, (_, n) => n + PART_MIN_LENGTH)
      .map((end) => [term.slice(0, end), term.slice(end)] as const)
      .filter(([first]) => vocabulary.has(first))
      .map((queries): Query => ({ combineWith: 'AND', queries: [...queries] }))
      .filter(has);
  // Only words that are missing from the catalog are typos.
  const toQuery = (term: string): Query => {
    if (has(term)) return term;
    const pairs = splitInTwo(term);
    if (pairs.length > 0) return { combineWith: 'OR', queries: pairs };
    return { combineWith: 'OR', prefix: false, queries: vocabulary.nearest(term) };
  };
  const search = (text: string) => {
    const terms = readTerms(text);
    if (terms.length === 0) return splitTerms(text).length === 0 ? [] : products.map(({ id }) => id);
    return index.search({ combineWith: 'AND', queries: terms.map(toQuery) }).map(({ id }) => String(id));
  };
  return {
    search,
    suggest: (text) => {
      const similar = new Set(readTerms(text).flatMap((term) => vocabulary.similar(term)));
      return [...similar].filter((suggestion) => search(suggestion).length > 0).slice(0, SUGGESTIONS_MAX);
    },
  };
}

function readTerms(text: string): string[] {
  return splitTerms(text).flatMap((term) => normalizeTerm(term) ?? []);
}

function toTerm(term: string): string | null {
  return normalizeTerm(term) ?? null;
}

const indexes = new WeakMap<readonly ProductCard[], SearchIndex>();

/** The index of a catalog, built once per array. */
export function getSearchIndex(products: readonly ProductCard[]): SearchIndex {
  const cached = indexes.get(products);
  if (cached !== undefined) return cached;
  const built = buildSearchIndex(products);
  indexes.set(products, built);
  return built;
}
