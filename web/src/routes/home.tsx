import { catalogueApi, useCategoriesQuery, useFeaturedProductsQuery } from '../api/catalogue-endpoints.ts';
import { reviewApi, useNewestReviewsQuery } from '../api/review-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { SHOP_NAME } from '../config/constants.ts';
import { CategoryGrid } from '../features/catalog/category-grid.tsx';
import { ProductGrid } from '../features/catalog/product-card.tsx';
import { ReviewView } from '../features/reviews/review-view.tsx';
import { renderWishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { siteOrigin } from '../lib/page-metadata.ts';
import { productPath } from '../lib/paths.ts';
import '../styles/catalogue.css';

/** Prefetches the data of the page. */
export function prefetch(dispatch: (action: never) => unknown): void {
  dispatch(catalogueApi.util.prefetch('featuredProducts', undefined, {}) as never);
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}) as never);
  dispatch(reviewApi.util.prefetch('newestReviews', undefined, {}) as never);
}

function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-inner">
        <div className="stack">
          <p className="eyebrow">Press any button to continue</p>
          <h1 id="hero-title" tabIndex={-1}>
            Wear the game you never finished.
          </h1>
          <p>
            Printed tees and small treasures for players and anime people, drawn in-house and made to outlast
            the final boss.
          </p>
          <div className="row">
            <ButtonLink to="/shop">Shop everything</ButtonLink>
            <ButtonLink to="/shop/limited-editions" variant="secondary">
              Limited editions
            </ButtonLink>
          </div>
        </div>
        <picture className="hero-art">
          <source
            type="image/avif"
            srcSet="/art/hero-480.avif 480w, /art/hero.avif 960w"
            sizes="(min-width: 56rem) 34rem, 92vw"
          />
          <img
            src="/art/hero.webp"
            srcSet="/art/hero-480.webp 480w, /art/hero.webp 960w"
            sizes="(min-width: 56rem) 34rem, 92vw"
            width={960}
            height={960}
            alt=""
            fetchPriority="high"
          />
        </picture>
      </div>
    </section>
  );
}

function Featured() {
  const { data, isError, refetch } = useFeaturedProductsQuery();
  return (
    <section className="section" aria-labelledby="featured-title">
      <div className="section-head">
        <h2 id="featured-title">Featured loot</h2>
        <ShopLink to="/shop">See all products</ShopLink>
      </div>
      {isError && data === undefined ? (
        <ErrorState resource="the featured products" onRetry={refetch} />
      ) : (
        <ProductGrid products={data} skeletonCount={8} columns={4} renderAction={renderWishlistButton} />
      )}
    </section>
  );
}

function Categories() {
  const { data, isError } = useCategoriesQuery();
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
  const { data = [] } = useNewestReviewsQuery();
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
              footer={<ShopLink to={productPath(review.productId)}>See the product</ShopLink>}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** The / page: hero, featured products and categories, newest reviews. */
export function Component() {
  usePageHead({
    title: SHOP_NAME,
    description:
      'Printed tees, accessories and collectibles for players. Free shipping on orders over $50 and support around the clock.',
    canonicalPath: '/',
    structuredData: [
      {
        '@context': 'https://schema.org',
        '@type': 'OnlineStore',
        name: SHOP_NAME,
        url: siteOrigin(),
        logo: `${siteOrigin()}/art/icon-512.png`,
      },
    ],
  });
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <ul className="value-props">
        <li>
          <Icon name="truck" /> Free shipping on orders over $50
        </li>
        <li>
          <Icon name="mail" /> 24/7 support
        </li>
        <li>
          <Icon name="crystal" /> Original artwork, printed in small runs
        </li>
      </ul>
      <Featured />
      <Categories />
      <NewestReviews />
    </main>
  );
}
