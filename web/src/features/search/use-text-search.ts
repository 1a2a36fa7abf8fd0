// Owns narrowing a list of products by a typed text; the index is fetched when there is a text.
import { useEffect, useState } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';

/** The products that match, in their own order; all of them without a text; undefined while it is worked out. */
export function useTextSearch(
  products: readonly ProductCard[] | undefined,
  text: string,
): readonly ProductCard[] | undefined {
  const [found, setFound] = useState<{ text: string; ids: ReadonlySet<string> }>();
  useEffect(() => {
    if (products === undefined || text === '') return;
    let isCurrent = true;
    void import('./search-index.ts').then(({ getSearchIndex }) => {
      if (isCurrent) setFound({ text, ids: new Set(getSearchIndex(products).search(text)) });
    });
    return () => {
      isCurrent = false;
    };
  }, [products, text]);
  if (products === undefined || text === '') return products;
  return found?.text === text ? products.filter((product) => found.ids.has(product.id)) : undefined;
}
