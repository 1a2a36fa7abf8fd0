import type { Product } from '@savepoint/model/product';
import { variantPrice } from '@savepoint/model/variants';
import { Suspense, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { type Params, useParams } from 'react-router-dom';
import { catalogueApi, useCategoriesQuery, useProductQuery } from '../api/catalogue-endpoints.ts';
import { reviewApi } from '../api/review-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Price } from '../components/price.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Stars } from '../components/stars.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { BuyBox } from '../features/catalog/buy-box.tsx';
import { Gallery, galleryImages } from '../features/catalog/gallery.tsx';
import { productStructuredData } from '../features/catalog/product-structured-data.ts';
import { recordRecentlyViewed } from '../features/catalog/recently-viewed.ts';
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { usePageHead } from '../lib/page-head.ts';
import { siteOrigin } from '../lib/page-metadata.ts';
import { productPath, shopPath } from '../lib/paths.ts';
import '../styles/catalogue.css';

// Below the fold: deferred chunks, loaded in parallel with the page.
const ProductReviews = lazyComponent(
  'product-reviews',
  async () => (await import('../features/reviews/product-reviews.tsx')).ProductReviews,
);
const RelatedProducts = lazyComponent(
  'related-products',
  async () => (await import('../features/catalog/related-products.tsx')).RelatedProducts,
);

const DESCRIPTION_MAX = 155;

/** Prefetches the data of the page. */
export function prefetch(dispatch: (action: never) => unknown, params: Params): void {
  const id = params.productId;
  if (id === undefined) return;
  dispatch(catalogueApi.util.prefetch('product', id, {}) as never);
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}) as never);
  dispatch(reviewApi.util.prefetch('productReviews', id, {}) as never);
}

/** The name of a category; its slug with spaces while the categories load. */
function useCategoryName(slug: string): string {
  const { data } = useCategoriesQuery();
  return data?.find(({ id }) => id === slug)?.name ?? slug.replaceAll('-', ' ');
}

function Breadcrumbs({ product, categoryName }: { product: Product; categoryName: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        <li>
          <ShopLink to="/shop">Shop</ShopLink>
        </li>
        <li>
          <ShopLink to={shopPath(product.category)}>{categoryName}</ShopLink>
        </li>
        <li aria-current="page">{product.name}</li>
      </ol>
    </nav>
  );
}

function ProductDetails({ product }: { product: Product }) {
  return (
    <div className="product-details">
      {product.features.length > 0 && (
        <section className="stack" aria-labelledby="features-title">
          <h2 id="features-title">Features</h2>
          <ul className="pixel-list">
            {product.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </section>
      )}
      {Object.keys(product.specifications).length > 0 && (
        <section className="stack" aria-labelledby="specifications-title">
          <h2 id="specifications-title">Specifications</h2>
          <table className="spec-table">
            <tbody>
              {Object.entries(product.specifications).map(([label, text]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function ProductView({ product }: { product: Product }) {
  const dispatch = useDispatch();
  const categoryName = useCategoryName(product.category);
  useEffect(() => recordRecentlyViewed(product.id), [product.id]);
  usePageHead({
    title: product.name,
    description: product.description.slice(0, DESCRIPTION_MAX),
    canonicalPath: productPath(product.id),
    image: product.image,
    type: 'product',
    structuredData: productStructuredData(product, categoryName, siteOrigin()),
  });
  const addToCart = (selection: { size: string | undefined; quantity: number }) => {
    const { id, name, image } = product;
    const price = variantPrice(product, selection.size);
    const size = selection.size === undefined ? {} : { size: selection.size };
    dispatch(itemAdded({ id, name, image, price, quantity: selection.quantity, ...size }));
  };
  return (
    <main className="page" id="main" tabIndex={-1}>
      <Breadcrumbs product={product} categoryName={categoryName} />
      <div className="product">
        <Gallery key={product.id} images={galleryImages(product)} />
        <div className="product-info">
          <h1 tabIndex={-1}>{product.name}</h1>
          <Stars rating={product.rating} count={product.reviews} />
          <Price price={product.price} compareAtPrice={product.compareAtPrice} />
          <p>{product.description}</p>
          <BuyBox
            key={product.id}
            product={product}
            onAddToCart={addToCart}
            action={<WishlistButton product={product} />}
          />
          <p className="muted">Free shipping on orders over $50. Free returns within 30 days.</p>
        </div>
      </div>
      <ProductDetails product={product} />
      <section className="product-row" aria-labelledby="product-reviews-title">
        <h2 id="product-reviews-title">Reviews</h2>
        <Suspense fallback={<Skeleton height="14rem" />}>
          <ProductReviews
            key={product.id}
            productId={product.id}
            sizes={product.variants.flatMap(({ size }) => size ?? [])}
          />
        </Suspense>
      </section>
      <Suspense fallback={null}>
        <RelatedProducts product={product} />
      </Suspense>
    </main>
  );
}

function ProductSkeleton() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <p className="visually-hidden" role="status">
        Loading product
      </p>
      <Skeleton height="1.4rem" width="14rem" />
      <div className="product">
        <Skeleton ratio="1" />
        <div className="product-info">
          <Skeleton height="2.5rem" width="80%" />
          <Skeleton height="1.4rem" width="40%" />
          <Skeleton height="2rem" width="6rem" />
          <Skeleton height="7rem" />
          <Skeleton height="10rem" />
        </div>
      </div>
    </main>
  );
}

function MissingProduct() {
  usePageHead({ title: 'Product not found', description: 'This product is not in the shop.', noindex: true });
  return (
    <main className="page" id="main" tabIndex={-1}>
      <EmptyState icon="package" title="This product is not here" headingLevel={1}>
        <p>
          It was renamed, sold for good, or never existed outside of a dream. The rest of the shop is fine.
        </p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    </main>
  );
}

/** The /product/:productId page: gallery, add to cart, wishlist, reviews and related products. */
export function Component() {
  const { productId = '' } = useParams();
  const { currentData: product, isError, refetch } = useProductQuery(productId);
  // Data from SSR or the cache stays on screen when a refetch fails.
  if (isError && product === undefined) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <ErrorState resource="this product" headingLevel={1} onRetry={refetch} />
      </main>
    );
  }
  if (product === undefined) return <ProductSkeleton />;
  return product === null ? <MissingProduct /> : <ProductView product={product} />;
}
