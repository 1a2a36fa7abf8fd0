import { useDeferredValue } from 'react';
import { useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { ProductRow, ROW_SIZE } from './product-row.tsx';
import { useRecentlyViewed } from './use-recently-viewed.ts';
import '../../styles/catalogue.css';

/** Suggestions below a page that has come to its end. */
export function WayOn() {
  // Deferred: rendering the catalog must not block scrolling or typing.
  const data = useDeferredValue(useProductsQuery().data);
  const best = data
    ?.filter(({ inStock }) => inStock)
    .sort((a, b) => b.reviews - a.reviews)
    .slice(0, ROW_SIZE);
  return (
    <>
      <ProductRow title="Recently viewed" products={useRecentlyViewed()} />
      <ProductRow title="Most loved" products={best} />
    </>
  );
}
