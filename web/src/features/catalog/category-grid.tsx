import type { Category } from '@savepoint/model/category';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { shopPath } from '../../lib/paths.ts';

/** Cards of categories; skeletons of the same size while `categories` is undefined. */
export function CategoryGrid({ categories }: { categories: readonly Category[] | undefined }) {
  if (categories === undefined) {
    return (
      <ul className="category-grid" aria-hidden>
        {['a', 'b', 'c', 'd'].map((key) => (
          <li key={key} className="category-card">
            <Skeleton ratio="4 / 5" />
            <Skeleton height="1.5rem" width="60%" />
            <Skeleton height="2.75rem" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="category-grid">
      {categories.map((category) => (
        <li key={category.id} className="category-card">
          <div className="image-frame">
            <ProductImage src={category.image} alt="" size="card" />
          </div>
          <h3>
            <ShopLink to={shopPath(category.id)}>{category.name}</ShopLink>
          </h3>
          <p>{category.description}</p>
        </li>
      ))}
    </ul>
  );
}
