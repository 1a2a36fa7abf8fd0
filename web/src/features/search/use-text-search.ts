import { useEffect, useState } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';

/**
 * The products that match a text, in catalogue order; all of them for an empty text; undefined while the index loads.
 */
export function useTextSearch(
  products: readonly ProductCard[] | undefined,
  text: string,
): readonly ProductCard[] | undefined {
  const [matches, setMatches] = useState<{ text: string; ids: ReadonlySet<string> }>();
  useEffect(() => {
    if (products === undefined || text === '') return;
    let isActive = true;
    void import('./search-index.ts').then(({ getSearchIndex }) => {
      if (isActive) setMatches({ text, ids: new Set(getSearchIndex(products).search(text)) });
    });
    return () => {
      isActive = false;
    };
  }, [products, text]);
  if (products === undefined || text === '') return products;
  return matches?.text === text ? products.filter((product) => matches.ids.has(product.id)) : undefined;
}
