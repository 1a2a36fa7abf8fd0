// Independent of cart and wishlist: a route passes actions in.
import { memo, type ReactNode } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Stars } from '../../components/stars.tsx';
import { classNames } from '../../lib/class-names.ts';
import { isOnSale } from '../../lib/on-sale.ts';
import { productPath } from '../../lib/paths.ts';
import { countLeft } from './count-left.ts';
import { usePictureTransition } from './use-picture-transition.ts';

function Badges({ product }: { product: ProductCard }) {
  const left = countLeft(product);
  return (
    <span className="product-card-badges">
      {!product.inStock && <span className="tag tag-coral">Sold out</span>}
      {product.drop !== undefined && <span className="tag tag-sun">Drop</span>}
      {isOnSale(product) && <span className="tag tag-sun">Sale</span>}
      {left > 0 && <span className="tag">{left} left</span>}
    </span>
  );
}

function ProductCardView(props: {
  product: ProductCard;
  priority?: 'high' | 'eager' | undefined;
  headingLevel?: 2 | 3;
  action?: ReactNode;
  buy?: ReactNode;
}) {
  const { product } = props;
  const second = product.images?.[1];
  const path = productPath(product.id);
  const openWithPicture = usePictureTransition(path);
  const Heading = props.headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article className="product-card">
      <div className="image-frame">
        <ProductImage
          src={product.image}
          alt={product.imageAlts?.[0] ?? product.name}
          size="card"
          priority={props.priority}
        />
        {second !== undefined && (
          // Not displayed before a hover, so not loaded either.
          <span className="product-card-second">
            <ProductImage src={second} alt="" size="card" />
          </span>
        )}
        <Badges product={product} />
        {props.buy}
      </div>
      <div className="product-card-text">
        <Heading className="product-card-name">
          <ShopLink to={path} onClick={openWithPicture}>
            {product.name}
          </ShopLink>
        </Heading>
        <p className="product-card-facts">
          <Price price={product.price} compareAtPrice={product.compareAtPrice} />
          <Stars rating={product.rating} count={product.reviews} single />
        </p>
      </div>
      {props.action && <div className="product-card-action">{props.action}</div>}
    </article>
  );
}

function CardSkeleton() {
  return (
    <li className="product-card" aria-hidden>
      <Skeleton ratio="4 / 5" />
      <div className="product-card-text">
        <Skeleton height="1.5rem" width="80%" />
        <Skeleton height="1.5rem" width="60%" />
      </div>
    </li>
  );
}

/** Cards above the fold on a phone. */
const CARDS_ABOVE_FOLD = 4;

function imagePriority(index: number): 'high' | 'eager' | undefined {
  if (index === 0) return 'high';
  return index < CARDS_ABOVE_FOLD ? 'eager' : undefined;
}

/**
 * A grid of product cards; `skeletonCount` skeletons of the same size while `products` is
 * undefined. Memoized: pass a stable `renderAction` and `renderBuy`.
 */
export const ProductGrid = memo(function ProductGrid(props: {
  products: readonly ProductCard[] | undefined;
  skeletonCount?: number;
  /** True if the grid starts above the fold, so that its first images load with priority. */
  priority?: boolean;
  headingLevel?: 2 | 3;
  /** On wide screens; default 3. */
  columns?: 4;
  renderAction?: (product: ProductCard) => ReactNode;
  /** Rendered on the picture, e.g. a button that adds the product to the cart. */
  renderBuy?: (product: ProductCard) => ReactNode;
}) {
  return (
    <ul className={classNames('product-grid', props.columns === 4 && 'product-grid-four')}>
      {props.products === undefined
        ? Array.from({ length: props.skeletonCount ?? 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <CardSkeleton key={index} />
          ))
        : props.products.map((product, index) => (
            <li key={product.id}>
              <ProductCardView
                product={product}
                priority={props.priority ? imagePriority(index) : undefined}
                headingLevel={props.headingLevel ?? 3}
                action={props.renderAction?.(product)}
                buy={props.renderBuy?.(product)}
              />
            </li>
          ))}
    </ul>
  );
});
