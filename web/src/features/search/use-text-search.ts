import { useEffect, useState } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { loadChunk } from '../../lib/load-chunk.ts';

interface TextSearch {
  /**
   * The products that match, best match first; all of them for an empty text; undefined while the
   * index loads.
   */
  readonly matching: readonly ProductCard[] | undefined;
  /** Words of the catalog that are similar to those of a text without matches. */
  readonly suggestions: readonly string[];
}

const NO_SUGGESTIONS: readonly string[] = [];

/**
 * Searches the products for a text. Throws a ChunkError while rendering if the index cannot be
 * loaded.
 */
export function useTextSearch(products: readonly ProductCard[] | undefined, text: string): TextSearch {
  const [result, setResult] = useState<{
    text: string;
    matching: readonly ProductCard[];
    suggestions: string[];
  }>();
  const [failure, setFailure] = useState<{ cause: unknown }>();
  useEffect(() => {
    if (products === undefined || text === '') return;
    let isActive = true;
    loadChunk('Search', () => import('./search-index.ts'))
      .then(({ getSearchIndex }) => {
        if (!isActive) return;
        const index = getSearchIndex(products);
        const byId = new Map(products.map((product) => [product.id, product]));
        const matching = index.search(text).flatMap((id) => byId.get(id) ?? []);
        setResult({ text, matching, suggestions: matching.length === 0 ? index.suggest(text) : [] });
      })
      .catch((cause: unknown) => setFailure({ cause }));
    return () => {
      isActive = false;
    };
  }, [products, text]);
  if (failure !== undefined) throw failure.cause;
  if (products === undefined || text === '') return { matching: products, suggestions: NO_SUGGESTIONS };
  return result?.text === text ? result : { matching: undefined, suggestions: NO_SUGGESTIONS };
}
