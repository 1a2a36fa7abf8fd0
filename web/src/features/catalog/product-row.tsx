import { useId } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { ProductGrid } from './product-card.tsx';

export const ROW_SIZE = 4;

/** A row of products with a title; nothing without products. */
export function ProductRow(props: { title: string; products: readonly ProductCard[] | undefined }) {
  const titleId = useId();
  if (props.products?.length === 0) return null;
  return (
    <section className="product-row" aria-labelledby={titleId}>
      <h2 id={titleId}>{props.title}</h2>
      <ProductGrid products={props.products} skeletonCount={ROW_SIZE} columns={4} />
    </section>
  );
}
