import type { Dispatch } from '@reduxjs/toolkit';
import { cutText } from '@savepoint/model/cut-text';
import type { Product } from '@savepoint/model/product';
import { isAvailable } from '@savepoint/model/variants';
import { lazy, Suspense, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { data, type Params, useParams, useSearchParams } from 'react-router-dom';
import { catalogueApi, useCategoriesQuery, useProductQuery } from '../api/catalogue-endpoints.ts';
import { PRODUCT_REVIEWS_MAX, reviewApi, useProductReviewsQuery } from '../api/review-endpoints.ts';
import { selectResult } from '../api/select-result.ts';
import { ButtonLink } from '../components/button.tsx';
import { Controls, useHydrated } from '../components/controls.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Price } from '../components/price.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Stars } from '../components/stars.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { BuyBox } from '../features/catalog/buy-box.tsx';
import { describeLeft } from '../features/catalog/count-left.ts';
import { productStructuredData } from '../features/catalog/product-structured-data.ts';
import { recordRecentlyViewed } from '../features/catalog/recently-viewed.ts';
import { shareImage } from '../features/catalog/share-image.ts';
import { toCartLine } from '../features/catalog/to-cart-line.ts';
import { useCardPicture } from '../features/catalog/use-picture-transition.ts';
import { adviseFit } from '../features/reviews/review-summary.ts';
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { documentTitle, siteOrigin } from '../lib/page-metadata.ts';
import { productPath, shopPath } from '../lib/paths.ts';
import '../styles/catalogue.css';

const loadGallery = () => loadChunk('Pictures', () => import('../features/catalog/gallery.tsx'));
const loadReviews = () => loadChunk('Reviews', () => import('../features/reviews/product-reviews.tsx'));
const loadFacts = () => loadChunk('Facts', () => import('../features/catalog/product-facts.tsx'));
const loadDropBox = () => loadChunk('Drop', () => import('../features/drops/drop-box.tsx'));
const loadRelated = () => loadChunk('Related', () => import('../features/catalog/related-products.tsx'));
const ProductGallery = lazy(async () => ({ default: (await loadGallery()).ProductGallery }));
// Hydrated after the rest of the page: only the browser knows the date.
const ProductFacts = lazy(async () => ({ default: (await loadFacts()).ProductFacts }));
// Only for limited editions, and only the browser knows the time.
const DropBox = lazy(async () => ({ default: (await loadDropBox()).DropBox }));
// Below the fold: hydrated after the rest of the page.
const ProductReviews = lazy(async () => ({ default: (await loadReviews()).ProductReviews }));
const RelatedProducts = lazy(async () => ({ default: (await loadRelated()).RelatedProducts }));

const DESCRIPTION_MAX = 155;

/** Prefetches the data of the page. */
export function prefetch(dispatch: Dispatch, params: Params): void {
  const id = params.productId;
  if (id === undefined) return;
  void loadGallery().catch(() => undefined);
  dispatch(catalogueApi.util.prefetch('product', id, {}));
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}));
  dispatch(reviewApi.util.prefetch('productReviews', id, {}));
}

function loadProduct(
  state: Parameters<ReturnType<typeof catalogueApi.endpoints.product.select>>[0],
  { productId = '' }: Params,
) {
  const { data: product } = catalogueApi.endpoints.product.select(productId)(state);
  return data(null, { status: product === null ? 404 : 200 });
}

/**
 * Sets the status of a server-rendered page. The condition removes its code from the browser's
 * bundle.
 */
export const serverLoader = import.meta.env.SSR ? loadProduct : undefined;

/** The name of a category; its slug with spaces while the categories load. */
function useCategoryName(slug: string): string {
  const { data } = useCategoriesQuery(undefined, { selectFromResult: selectResult });
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

/** The material and production of a product, collapsible. */
function ProductDetails({ product }: { product: Product }) {
  const specifications = Object.entries(product.specifications);
  return (
    <div className="accordion">
      {product.features.length > 0 && (
        <details open>
          <summary>
            <h2>Features</h2>
          </summary>
          <ul className="pixel-list">
            {product.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </details>
      )}
      {specifications.length > 0 && (
        <details>
          <summary>
            <h2>Details and care</h2>
          </summary>
          <table className="spec-table">
            <tbody>
              {specifications.map(([label, text]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

/** The part of a product that is sold outside of its drop; undefined for nothing. */
function withoutDrop(product: Product): Product | undefined {
  const { drop, variants } = product;
  if (drop === undefined) return product;
  const others = variants.filter(({ size }) => drop.size !== undefined && size !== drop.size);
  return others.length === 0 ? undefined : { ...product, variants: others, inStock: isAvailable(others) };
}

function ProductDrop({ drop }: { drop: NonNullable<Product['drop']> }) {
  const placeholder = <Skeleton height="16.5rem" />;
  return useHydrated() ? (
    <Suspense fallback={placeholder}>
      <DropBox dropId={drop.id} size={drop.size} />
    </Suspense>
  ) : (
    placeholder
  );
}

function ProductView({ product }: { product: Product }) {
  const dispatch = useDispatch();
  const categoryName = useCategoryName(product.category);
  const { data: reviews } = useProductReviewsQuery(product.id, { selectFromResult: selectResult });
  const [query] = useSearchParams();
  const left = describeLeft(product);
  const { drop } = product;
  const sold = withoutDrop(product);
  useEffect(() => recordRecentlyViewed(product.id), [product.id]);
  const writtenReviews = reviews && reviews.length < PRODUCT_REVIEWS_MAX ? reviews.length : undefined;
  const addToCart = (selection: { size: string | undefined; quantity: number }) => {
    dispatch(itemAdded(toCartLine(product, selection)));
  };
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead
        title={product.name}
        description={cutText(product.description, DESCRIPTION_MAX)}
        canonicalPath={productPath(product.id)}
        image={shareImage(product.image)}
        imageAlt={product.name}
        type="product"
        structuredData={productStructuredData(product, categoryName, siteOrigin(), writtenReviews)}
      />
      <Breadcrumbs product={product} categoryName={categoryName} />
      <div className="product">
        <Suspense fallback={<PicturePlaceholder />}>
          <Controls>
            <ProductGallery key={product.id} product={product} />
          </Controls>
        </Suspense>
        <div className="product-info">
          <h1 tabIndex={-1}>{product.name}</h1>
          <div className="row product-summary">
            <Price price={product.price} compareAtPrice={product.compareAtPrice} />
            <a href="#reviews" aria-label="Reviews">
              <Stars rating={product.rating} count={product.reviews} single />
            </a>
            {left !== undefined && <span className="tag">{left}</span>}
          </div>
          <p>{product.description}</p>
          {drop !== undefined && <ProductDrop drop={drop} />}
          {sold === undefined ? (
            <WishlistButton product={product} />
          ) : (
            <BuyBox
              key={product.id}
              product={sold}
              initialSize={query.get('size')}
              onAddToCart={addToCart}
              action={<WishlistButton product={product} />}
              hasBar
            />
          )}
          <Suspense fallback={<Skeleton height="13rem" />}>
            <ProductFacts product={product} fit={reviews && adviseFit(reviews)} />
          </Suspense>
          <ProductDetails product={product} />
        </div>
      </div>
      <section className="product-row" id="reviews" aria-labelledby="product-reviews-title">
        <h2 id="product-reviews-title">Reviews</h2>
        <Suspense fallback={<Skeleton height="14rem" />}>
          <Controls>
            <ProductReviews key={product.id} product={product} />
          </Controls>
        </Suspense>
      </section>
      <Suspense fallback={null}>
        <RelatedProducts product={product} />
      </Suspense>
    </main>
  );
}

/** The picture of the card that opened the page, in its place; a skeleton without a card. */
function PicturePlaceholder() {
  const picture = useCardPicture();
  if (picture === undefined) return <Skeleton ratio="4 / 5" />;
  return (
    <div className="gallery">
      <div className="gallery-main image-frame" style={{ backgroundImage: `url("${picture}")` }} />
    </div>
  );
}

function ProductSkeleton() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <title>{documentTitle('Product')}</title>
      <p className="visually-hidden" role="status">
        Loading product
      </p>
      <Skeleton height="1.4rem" width="14rem" />
      <div className="product">
        <PicturePlaceholder />
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
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Product not found" description="This product is not in the shop." noindex />
      <EmptyState icon="package" art="game-over" title="Product not found" headingLevel={1}>
        <p>It may have been renamed, or it is no longer sold. The rest of the shop is still here.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    </main>
  );
}

/** Selects what the page renders, so that the start of a refetch does not re-render it. */
const selectProductState = (result: { currentData?: Product | null | undefined; isError: boolean }) => ({
  product: result.currentData,
  isError: result.isError,
});

/** The /product/:productId page: gallery, add to cart, wishlist, reviews and related products. */
export function Component() {
  const { productId = '' } = useParams();
  const dispatch = useDispatch();
  const { product, isError } = useProductQuery(productId, {
    // Current price and stock, whatever the page's age.
    refetchOnMountOrArgChange: true,
    selectFromResult: selectProductState,
  });
  // Data from SSR or the cache stays on screen if a refetch fails.
  if (isError && product === undefined) {
    return (
      <main className="page" id="main" tabIndex={-1}>
        <ErrorState
          resource="this product"
          headingLevel={1}
          onRetry={() => prefetch(dispatch, { productId })}
        />
      </main>
    );
  }
  if (product === undefined) return <ProductSkeleton />;
  return product === null ? <MissingProduct /> : <ProductView product={product} />;
}
