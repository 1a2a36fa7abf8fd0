import type { Dispatch } from '@reduxjs/toolkit';
import { Suspense, useId, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { catalogueApi, type ProductCard, useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import {
  type HomeRow,
  homeApi,
  useFeaturedProductsQuery,
  useHighlightsQuery,
} from '../api/home-endpoints.ts';
import { reviewApi, useNewestReviewsQuery } from '../api/review-endpoints.ts';
import { selectResult } from '../api/select-result.ts';
import { ButtonLink } from '../components/button.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Price } from '../components/price.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { SHOP_NAME } from '../config/constants.ts';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { CategoryGrid } from '../features/catalog/category-grid.tsx';
import { LazyQuickAdd } from '../features/catalog/lazy-quick-add.tsx';
import { ProductGrid } from '../features/catalog/product-card.tsx';
import { useRecentlyViewed } from '../features/catalog/use-recently-viewed.ts';
import { ReviewView } from '../features/reviews/review-view.tsx';
import { renderWishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { isOnSale } from '../lib/on-sale.ts';
import { siteOrigin } from '../lib/page-metadata.ts';
import { productPath, shopPath } from '../lib/paths.ts';
import '../styles/catalogue.css';

/** Prefetches the data of the page; of a page that is shown, what could not be read. */
export function prefetch(dispatch: Dispatch): void {
  dispatch(homeApi.util.prefetch('featuredProducts', undefined, {}));
  dispatch(homeApi.util.prefetch('highlights', 'bestseller', {}));
  dispatch(homeApi.util.prefetch('highlights', 'saleHighlight', {}));
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}));
  dispatch(reviewApi.util.prefetch('newestReviews', undefined, {}));
}

/** A product in the first view: the first bestseller, as the featured ones follow below. */
function Hero() {
  const { data: featured, isError } = useFeaturedProductsQuery(undefined, { selectFromResult: selectResult });
  const { data: bestsellers } = useHighlightsQuery('bestseller', { selectFromResult: selectResult });
  const product = bestsellers?.[0] ?? (bestsellers && featured?.[0]);
  const isMissing = product === undefined && (isError || featured?.length === 0);
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-inner">
        <div className="hero-words">
          <h1 id="hero-title" tabIndex={-1}>
            Wear the game you never finished.
          </h1>
          <p className="hero-lead">
            Printed tees and collectibles for gamers and anime fans, drawn in-house and made to outlast the
            final boss.
          </p>
        </div>
        {!isMissing && (
          <div className="image-frame hero-picture">
            {product && (
              <ProductImage
                src={product.image}
                alt={product.imageAlts?.[0] ?? product.name}
                size="hero"
                priority="high"
              />
            )}
          </div>
        )}
        <div className="hero-offer">
          {!isMissing && (
            <p className="hero-product">
              {product && (
                <>
                  <ShopLink to={productPath(product.id)}>{product.name}</ShopLink>
                  <Price price={product.price} compareAtPrice={product.compareAtPrice} />
                </>
              )}
            </p>
          )}
          <div className="hero-buttons">
            <ButtonLink to={product ? productPath(product.id) : shopPath()}>
              {isMissing ? 'Shop everything' : 'Shop now'}
            </ButtonLink>
            {!isMissing && (
              <ButtonLink to={shopPath()} variant="quiet">
                Shop everything
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The clothes side by side, and words on the picture. */
function Lifestyle() {
  return (
    <section className="lifestyle" aria-labelledby="lifestyle-title">
      <picture className="image-frame lifestyle-picture">
        <source
          type="image/avif"
          srcSet="/art/lifestyle-800.avif 800w, /art/lifestyle.avif 1600w"
          sizes="(min-width: 48rem) 100vw, 180vw"
        />
        <img
          src="/art/lifestyle-800.webp"
          srcSet="/art/lifestyle-800.webp 800w, /art/lifestyle.webp 1600w"
          sizes="(min-width: 48rem) 100vw, 180vw"
          width={1600}
          height={1000}
          alt="Four printed tees in cream, teal, lavender and purple on a clothes rail"
          loading="lazy"
          decoding="async"
        />
      </picture>
      <div className="lifestyle-words">
        <h2 id="lifestyle-title">Made for the whole party</h2>
        <p>
          For the tournament, the midnight release and the sofa in between: pixel prints on soft cotton, in
          fits from slim to oversized and sizes up to 3XL.
        </p>
        <div className="row">
          <ButtonLink to={shopPath('apparel')}>Shop apparel</ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** A stable reference, because ProductGrid is memoized. */
const renderQuickAdd = (product: ProductCard) => (
  <LazyQuickAdd product={product} toAction={itemAdded} label="Quick add" isIcon />
);

function Featured() {
  const dispatch = useDispatch();
  const { data, isError } = useFeaturedProductsQuery(undefined, { selectFromResult: selectResult });
  return (
    <section className="section" aria-labelledby="featured-title">
      <div className="section-head">
        <h2 id="featured-title">Featured loot</h2>
        <ShopLink to="/shop">See all products</ShopLink>
      </div>
      {isError && data === undefined ? (
        <ErrorState resource="the featured products" onRetry={() => prefetch(dispatch)} />
      ) : (
        <ProductGrid
          products={data}
          skeletonCount={8}
          columns={4}
          renderAction={renderWishlistButton}
          renderBuy={renderQuickAdd}
        />
      )}
    </section>
  );
}

const NO_PRODUCTS: readonly ProductCard[] = [];

/** Products that the operator chose; nothing while there are none. */
function Highlights(props: {
  row: HomeRow;
  title: string;
  link: { readonly to: string; readonly label: string };
  isShown?: (product: ProductCard) => boolean;
}) {
  const { data = NO_PRODUCTS } = useHighlightsQuery(props.row, { selectFromResult: selectResult });
  const products = useMemo(() => (props.isShown ? data.filter(props.isShown) : data), [data, props.isShown]);
  const titleId = useId();
  if (products.length === 0) return null;
  return (
    <section className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{props.title}</h2>
        <ShopLink to={props.link.to}>{props.link.label}</ShopLink>
      </div>
      <ProductGrid
        products={products}
        columns={4}
        renderAction={renderWishlistButton}
        renderBuy={renderQuickAdd}
      />
    </section>
  );
}

function Categories() {
  const { data, isError } = useCategoriesQuery(undefined, { selectFromResult: selectResult });
  if (isError && data === undefined) return null;
  return (
    <section className="section" aria-labelledby="categories-title">
      <div className="section-head">
        <h2 id="categories-title">Pick a class</h2>
      </div>
      <CategoryGrid categories={data?.filter((category) => category.featured)} />
    </section>
  );
}

function NewestReviews() {
  const { data = [] } = useNewestReviewsQuery(undefined, { selectFromResult: selectResult });
  if (data.length === 0) return null;
  return (
    <section className="section" aria-labelledby="reviews-title">
      <div className="section-head">
        <h2 id="reviews-title">From the party chat</h2>
      </div>
      <div className="review-grid">
        {data.map((review) => (
          <div className="card" key={review.id}>
            <ReviewView
              review={review}
              footer={<ShopLink to={productPath(review.productId)}>View product</ShopLink>}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** For somebody who returns. At the end of the page, where it moves nothing when it appears. */
function RecentlyViewed() {
  const products = useRecentlyViewed();
  if (products.length === 0) return null;
  return (
    <section className="section" aria-labelledby="recent-title">
      <div className="section-head">
        <h2 id="recent-title">Recently viewed</h2>
      </div>
      <ProductGrid
        products={products}
        columns={4}
        renderAction={renderWishlistButton}
        renderBuy={renderQuickAdd}
      />
    </section>
  );
}

/**
 * The / page: a product, the operator's choices and the categories, the clothes on a rail,
 * reviews, what was viewed last.
 */
export function Component() {
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={SHOP_NAME}
        description="Printed tees, accessories and collectibles for gamers and anime fans. Free shipping on orders over $50 in the US and support around the clock."
        canonicalPath="/"
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'OnlineStore',
            name: SHOP_NAME,
            url: siteOrigin(),
            logo: `${siteOrigin()}/art/icon-512.png`,
          },
        ]}
      />
      <Hero />
      {/* Each section is a boundary: React hydrates it in tasks of its own. */}
      <Suspense>
        <Featured />
      </Suspense>
      <ul className="value-props">
        <li>
          <Icon name="truck" /> Free shipping on orders over $50 in the US
        </li>
        <li>
          <Icon name="mail" /> 24/7 support
        </li>
        <li>
          <Icon name="crystal" /> Original artwork, printed in small runs
        </li>
      </ul>
      <Suspense>
        <Categories />
      </Suspense>
      <Suspense>
        <Highlights
          row="bestseller"
          title="Bestsellers"
          link={{ to: `${shopPath()}?sort=rating`, label: 'See the top rated' }}
        />
      </Suspense>
      <Suspense>
        <Lifestyle />
      </Suspense>
      <Suspense>
        <Highlights
          row="saleHighlight"
          title="On sale"
          link={{ to: shopPath('sale'), label: 'Shop the sale' }}
          isShown={isOnSale}
        />
      </Suspense>
      <Suspense>
        <NewestReviews />
      </Suspense>
      <Suspense>
        <RecentlyViewed />
      </Suspense>
    </main>
  );
}
