import { useDeferredValue, useEffect, useState } from 'react';
import { type ProductCard, useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { readRecentlyViewed } from './recently-viewed.ts';

const SHOWN_MAX = 4;

/**
 * The products last viewed in this browser, newest first, without the product `except` and without
 * discontinued ones. Empty until the page is hydrated. Reads the catalog only if something was
 * viewed.
 */
export function useRecentlyViewed(except?: string): readonly ProductCard[] {
  const [viewed, setViewed] = useState<readonly string[]>([]);
  useEffect(() => setViewed(readRecentlyViewed().filter((id) => id !== except)), [except]);
  // Deferred: rendering the catalog must not block scrolling or typing.
  const data = useDeferredValue(useProductsQuery(undefined, { skip: viewed.length === 0 }).data);
  return viewed.flatMap((id) => data?.find((product) => product.id === id) ?? []).slice(0, SHOWN_MAX);
}
