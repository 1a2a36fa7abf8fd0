import { useDeferredValue } from 'react';
import { type ProductCard, useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { ProductRow, ROW_SIZE } from './product-row.tsx';
import { useRecentlyViewed } from './use-recently-viewed.ts';

/** Other products in stock: the same category first, then by rating. */
export function findRelatedProducts(
  product: Pick<ProductCard, 'id' | 'category'>,
  catalogue: readonly ProductCard[],
  count = ROW_SIZE,
): ProductCard[] {
  return catalogue
    .filter((other) => other.id !== product.id && other.inStock)
    .sort(
      (a, b) =>
        Number(b.category === product.category) - Number(a.category === product.category) ||
        b.rating - a.rating ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, count);
}

/** Related and recently viewed products, below a product. */
export function RelatedProducts({ product }: { product: Pick<ProductCard, 'id' | 'category'> }) {
  // Deferred: rendering the catalog must not block scrolling or typing.
  const data = useDeferredValue(useProductsQuery().data);
  const recentlyViewed = useRecentlyViewed(product.id);
  return (
    <>
      <ProductRow title="You may also like" products={data && findRelatedProducts(product, data)} />
      <ProductRow title="Recently viewed" products={recentlyViewed} />
    </>
  );
}
