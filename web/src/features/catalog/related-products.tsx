// Owns the two rows under a product: others of its kind, and what this browser looked at before.
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { type ProductCard, useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { ProductGrid } from './product-card.tsx';
import { readRecentlyViewed } from './recently-viewed.ts';

const ROW_SIZE = 4;

/** Others worth a look: the same category first, then the best rated. */
function findRelatedProducts(
  product: Pick<ProductCard, 'id' | 'category'>,
  all: readonly ProductCard[],
): ProductCard[] {
  return all
    .filter((other) => other.id !== product.id && other.inStock)
    .sort(
      (a, b) =>
        Number(b.category === product.category) - Number(a.category === product.category) ||
        b.rating - a.rating ||
        a.id.localeCompare(b.id),
    )
    .slice(0, ROW_SIZE);
}

function ProductRow(props: { title: string; products: readonly ProductCard[] | undefined }) {
  const titleId = useId();
  if (props.products?.length === 0) return null;
  return (
    <section className="product-row" aria-labelledby={titleId}>
      <h2 id={titleId}>{props.title}</h2>
      <ProductGrid products={props.products} skeletonCount={ROW_SIZE} columns={4} />
    </section>
  );
}

export function RelatedProducts({ product }: { product: Pick<ProductCard, 'id' | 'category'> }) {
  // What arrives may take its time: a page that is read and scrolled must not stand still for it.
  const data = useDeferredValue(useProductsQuery().data);
  const [viewed, setViewed] = useState<readonly string[]>([]);
  useEffect(() => {
    setViewed(readRecentlyViewed().filter((id) => id !== product.id));
  }, [product.id]);
  const seen = viewed.flatMap((id) => data?.find((other) => other.id === id) ?? []).slice(0, ROW_SIZE);
  return (
    <>
      <ProductRow title="You may also like" products={data && findRelatedProducts(product, data)} />
      <ProductRow title="Recently viewed" products={seen} />
    </>
  );
}
