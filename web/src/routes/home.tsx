import type { Dispatch } from '@reduxjs/toolkit';
import { type ContentSettings, fillText, type HomeRow } from '@savepoint/model/content';
import { type ReactNode, Suspense, useId, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import {
  catalogueApi,
  type ProductCard,
  useCategoriesQuery,
  useProductQuery,
} from '../api/catalogue-endpoints.ts';
import {
  homeApi,
  useCategoryProductsQuery,
  useFeaturedProductsQuery,
  useHighlightsQuery,
  usePickedProductsQuery,
} from '../api/home-endpoints.ts';
import { reviewApi, useNewestReviewsQuery } from '../api/review-endpoints.ts';
import { selectResult } from '../api/select-result.ts';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { ErrorState } from '../components/empty-state.tsx';
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
import { Promises } from '../features/content/promises.tsx';
import { DropNotice } from '../features/drops/drop-notice.tsx';
import { ReviewView } from '../features/reviews/review-view.tsx';
import { renderWishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { isOnSale } from '../lib/on-sale.ts';
import { siteOrigin } from '../lib/page-metadata.ts';
import { productPath, shopPath } from '../lib/paths.ts';
import '../styles/catalogue.css';

/** Prefetches the page's data; on a shown page, retries failed reads. */
export function prefetch(dispatch: Dispatch): void {
  dispatch(homeApi.util.prefetch('featuredProducts', undefined, {}));
  dispatch(homeApi.util.prefetch('highlights', 'bestseller', {}));
  dispatch(homeApi.util.prefetch('highlights', 'saleHighlight', {}));
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}));
  dispatch(reviewApi.util.prefetch('newestReviews', undefined, {}));
}

const idsOf = ({ products }: Extract<HomeRow, { kind: 'picked' }>) => products.map(({ product }) => product);

/** The queries for the content that an owner has chosen. */
export function prefetchContent(dispatch: Dispatch, { hero, rows }: ContentSettings): void {
  if (hero.product !== undefined) dispatch(catalogueApi.util.prefetch('product', hero.product, {}));
  for (const row of rows)
    if (row.kind === 'picked') dispatch(homeApi.util.prefetch('pickedProducts', idsOf(row), {}));
    else if (row.kind === 'category') dispatch(homeApi.util.prefetch('categoryProducts', row.category, {}));
}

/**
 * A product in the first view: the owner's choice, else the first bestseller, because the featured
 * ones follow below.
 */
function Hero({ hero }: { hero: ContentSettings['hero'] }) {
  const { data: chosen } = useProductQuery(hero.product ?? '', { skip: hero.product === undefined });
  const { data: featured, isError } = useFeaturedProductsQuery(undefined, { selectFromResult: selectResult });
  const { data: bestsellers } = useHighlightsQuery('bestseller', { selectFromResult: selectResult });
  const product = chosen ?? bestsellers?.[0] ?? (bestsellers && featured?.[0]);
  const isMissing = product === undefined && (isError || featured?.length === 0);
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-inner">
        <div className="hero-words">
          <h1 id="hero-title" tabIndex={-1}>
            {hero.title}
          </h1>
          <p className="hero-lead">{hero.text}</p>
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
            <ButtonLink to={product ? productPath(product.id) : isMissing ? hero.link.to : shopPath()}>
              {isMissing ? hero.link.label : 'Shop now'}
            </ButtonLink>
            {!isMissing && (
              <ButtonLink to={hero.link.to} variant="quiet">
                {hero.link.label}
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Clothes side by side, with text on the picture. */
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
          alt="Three printed tees in cream, teal and lavender on a clothes rail"
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

interface SectionProps {
  readonly title: string;
  readonly link?: { readonly to: string; readonly label: string };
}

/** A row of the page with its title. */
function Section({ title, link, children }: SectionProps & { children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{title}</h2>
        {link && <ShopLink to={link.to}>{link.label}</ShopLink>}
      </div>
      {children}
    </section>
  );
}

function Featured({ title }: { title: string }) {
  const dispatch = useDispatch();
  const { data, isError } = useFeaturedProductsQuery(undefined, { selectFromResult: selectResult });
  return (
    <Section title={title} link={{ to: shopPath(), label: 'See all products' }}>
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
    </Section>
  );
}

const NO_PRODUCTS: readonly ProductCard[] = [];

/** A row of products; nothing while there are none. */
function ProductRow({ products, ...section }: SectionProps & { products: readonly ProductCard[] }) {
  if (products.length === 0) return null;
  return (
    <Section {...section}>
      <ProductGrid
        products={products}
        columns={4}
        renderAction={renderWishlistButton}
        renderBuy={renderQuickAdd}
      />
    </Section>
  );
}

function Bestsellers({ title }: { title: string }) {
  const { data = NO_PRODUCTS } = useHighlightsQuery('bestseller', { selectFromResult: selectResult });
  const link = { to: `${shopPath()}?sort=rating`, label: 'See the top rated' };
  return <ProductRow title={title} link={link} products={data} />;
}

function OnSale({ title }: { title: string }) {
  const { data = NO_PRODUCTS } = useHighlightsQuery('saleHighlight', { selectFromResult: selectResult });
  const products = useMemo(() => data.filter(isOnSale), [data]);
  return (
    <ProductRow title={title} link={{ to: shopPath('sale'), label: 'Shop the sale' }} products={products} />
  );
}

function CategoryProducts({ title, category }: { title: string; category: string }) {
  const { data = NO_PRODUCTS } = useCategoryProductsQuery(category, { selectFromResult: selectResult });
  return <ProductRow title={title} link={{ to: shopPath(category), label: 'See all' }} products={data} />;
}

function Picked({ row }: { row: Extract<HomeRow, { kind: 'picked' }> }) {
  const { data = NO_PRODUCTS } = usePickedProductsQuery(idsOf(row), { selectFromResult: selectResult });
  return <ProductRow title={row.title} products={data} />;
}

function Categories({ title }: { title: string }) {
  const { data, isError } = useCategoriesQuery(undefined, { selectFromResult: selectResult });
  if (isError && data === undefined) return null;
  return (
    <Section title={title}>
      <CategoryGrid categories={data?.filter((category) => category.featured)} />
    </Section>
  );
}

function NewestReviews({ title }: { title: string }) {
  const { data = [] } = useNewestReviewsQuery(undefined, { selectFromResult: selectResult });
  if (data.length === 0) return null;
  return (
    <Section title={title}>
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
    </Section>
  );
}

/** For returning visitors. At the end of the page, where it moves nothing when it appears. */
function RecentlyViewed({ title }: { title: string }) {
  return <ProductRow title={title} products={useRecentlyViewed()} />;
}

/** A row of the page, as chosen by an owner. */
function Row({ row }: { row: HomeRow }) {
  switch (row.kind) {
    case 'featured':
      return <Featured title={row.title} />;
    case 'categories':
      return <Categories title={row.title} />;
    case 'bestsellers':
      return <Bestsellers title={row.title} />;
    case 'sale':
      return <OnSale title={row.title} />;
    case 'category':
      return <CategoryProducts title={row.title} category={row.category} />;
    case 'picked':
      return <Picked row={row} />;
    case 'lifestyle':
      return <Lifestyle />;
    case 'reviews':
      return <NewestReviews title={row.title} />;
    case 'recent':
      return <RecentlyViewed title={row.title} />;
    default:
      // A kind from a newer version.
      return null;
  }
}

const DESCRIPTION =
  'Printed tees, accessories and collectibles for gamers and anime fans, with support around the clock.';
const FREE_SHIPPING = 'Free shipping on orders over {freeShippingOver} in the US.';

/** The / page: a product, and the rows that an owner has chosen. */
export function Component() {
  const { content, shipping } = useShopSettings().settings;
  const [first, ...others] = content.rows;
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={SHOP_NAME}
        description={[DESCRIPTION, fillText(FREE_SHIPPING, shipping)].join(' ').trim()}
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
      <Hero hero={content.hero} />
      <DropNotice />
      {/* Each row is a boundary: React hydrates it in tasks of its own. */}
      {first && (
        <Suspense>
          <Row row={first} />
        </Suspense>
      )}
      <Promises className="value-props" />
      {others.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same row may be there twice
        <Suspense key={index}>
          <Row row={row} />
        </Suspense>
      ))}
    </main>
  );
}
