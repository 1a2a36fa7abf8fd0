import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Params, useLocation, useNavigate, useParams } from 'react-router-dom';
import {
  catalogueApi,
  type ProductCard,
  useCategoriesQuery,
  useProductsQuery,
} from '../api/catalogue-endpoints.ts';
import { Button } from '../components/button.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { PRODUCTS_PER_PAGE } from '../config/constants.ts';
import { Facets } from '../features/catalog/facets.tsx';
import {
  countFacets,
  formatFilters,
  hasActiveFilters,
  type ListingFilters,
  listProducts,
  parseFilters,
  SALE_CATEGORY,
  SORT_OPTIONS,
  type SortId,
} from '../features/catalog/listing.ts';
import {
  deserializeFacetCounts,
  type ListingPlaceholderData,
  serializeListing,
} from '../features/catalog/listing-placeholder-data.ts';
import { ProductGrid } from '../features/catalog/product-card.tsx';
import { useTextSearch } from '../features/search/use-text-search.ts';
import { renderWishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { usePageHead } from '../lib/page-head.ts';
import { shopPath } from '../lib/paths.ts';
import { useSsrPlaceholderData } from '../lib/ssr-placeholder-data.ts';
import { toastShown } from '../lib/toast-slice.ts';
import '../styles/catalogue.css';

// Deferred chunks: most visits have results, no filter and a single page.
const FilterChips = lazyComponent(
  'filter-chips',
  async () => (await import('../features/catalog/filter-chips.tsx')).FilterChips,
);
const Pagination = lazyComponent(
  'pagination',
  async () => (await import('../features/catalog/pagination.tsx')).Pagination,
);
const NoResults = lazyComponent(
  'no-results',
  async () => (await import('../features/catalog/no-results.tsx')).NoResults,
);

/** Prefetches the data of the page. */
export function prefetch(dispatch: (action: never) => unknown): void {
  dispatch(catalogueApi.util.prefetch('products', undefined, {}) as never);
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}) as never);
}

function getListingPlaceholderData(
  state: Parameters<ReturnType<typeof catalogueApi.endpoints.products.select>>[0],
  { category }: Params,
  search: string,
): ListingPlaceholderData | undefined {
  const { data = [] } = catalogueApi.endpoints.products.select()(state);
  return serializeListing(data, parseFilters(new URLSearchParams(search), category));
}

/**
 * The SSR placeholder data of the listing at a URL. Server only: the condition removes its code from the browser
 * bundle.
 */
export const getPlaceholderData = import.meta.env.SSR ? getListingPlaceholderData : undefined;

/** Title and description of a category, of all products and of the sale. */
function useHeading(category: string | undefined) {
  const { data: categories = [], isSuccess } = useCategoriesQuery();
  if (category === undefined) {
    return {
      categories,
      title: 'All products',
      description: 'Every tee, sleeve and collectible in the shop.',
    };
  }
  if (category === SALE_CATEGORY) {
    return { categories, title: 'Sale', description: 'Good loot, lower price, while it lasts.' };
  }
  const found = categories.find(({ id }) => id === category);
  return {
    categories,
    title: found?.name ?? (isSuccess ? 'Unknown category' : '…'),
    description: found?.description ?? '',
    isUnknown: isSuccess && found === undefined,
  };
}

/** Selects what the page renders, so that the start of a refetch does not re-render it. */
const selectListingState = ({
  data,
  isError,
}: {
  data?: readonly ProductCard[] | undefined;
  isError: boolean;
}) => ({
  data,
  isError,
});

/** Announces the number of results to screen readers when it changes, not on load. */
function useResultCountToast(total: number | undefined): void {
  const dispatch = useDispatch();
  const previousCount = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    if (previousCount.current !== undefined && previousCount.current !== total) {
      dispatch(
        toastShown({
          text: `${total} ${total === 1 ? 'product' : 'products'} found`,
          screenReaderOnly: true,
        }),
      );
    }
    previousCount.current = total;
  }, [dispatch, total]);
}

/** The /shop and /shop/:category pages: a listing with filters, sort order and page from the URL. */
export function Component() {
  const { category } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [facetsOpen, setFacetsOpen] = useState(false);
  const filters = useMemo(() => parseFilters(new URLSearchParams(search), category), [search, category]);
  const { categories, title, description, isUnknown } = useHeading(category);
  const { data, isError, refetch } = useProductsQuery(undefined, { selectFromResult: selectListingState });
  // Deferred: rendering the catalogue must not block scrolling or typing.
  const products = useDeferredValue(data);
  const matching = useTextSearch(products, filters.text);

  const placeholderData = useSsrPlaceholderData<ListingPlaceholderData>(pathname + search);
  const listing = useMemo(
    () => (matching ? listProducts(matching, filters) : placeholderData?.listing),
    [matching, filters, placeholderData],
  );
  const counts = useMemo(
    () =>
      matching === undefined && placeholderData
        ? deserializeFacetCounts(placeholderData)
        : countFacets(matching ?? [], filters),
    [matching, filters, placeholderData],
  );
  const hasFailed = isError && listing === undefined;
  useResultCountToast(listing?.total);
  usePageHead({
    title,
    description: description || `${title} at Savepoint.`,
    canonicalPath: shopPath(category),
    noindex: isUnknown === true,
  });

  const getPath = (page: number) => `${shopPath(category)}${formatFilters({ ...filters, page })}`;
  const change = (changes: Partial<ListingFilters>) =>
    navigate(`${shopPath(category)}${formatFilters({ ...filters, page: 1, ...changes })}`, {
      preventScrollReset: true,
    });

  return (
    <main className="page" id="main" tabIndex={-1}>
      <header className="listing-head">
        <p className="eyebrow">Shop</p>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="muted">{description}</p>
      </header>
      <div className="listing">
        {!isUnknown && (
          <>
            <div className="listing-toolbar">
              <p className="listing-count">
                {listing === undefined
                  ? 'Counting…'
                  : `${listing.total} ${listing.total === 1 ? 'product' : 'products'}`}
              </p>
              <Button
                variant="secondary"
                className="listing-filter-button"
                aria-expanded={facetsOpen}
                onClick={() => setFacetsOpen(!facetsOpen)}
              >
                <Icon name="filter" /> Filters
              </Button>
              <label className="listing-sort">
                <span>Sort by</span>
                <select
                  className="input"
                  value={filters.sort}
                  onChange={(event) => change({ sort: event.target.value as SortId })}
                >
                  {SORT_OPTIONS.map((sort) => (
                    <option key={sort.id} value={sort.id}>
                      {sort.label}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <aside className="listing-sidebar" aria-label="Filters" data-open={facetsOpen || undefined}>
              <Facets filters={filters} counts={counts} categories={categories} onChange={change} />
            </aside>
          </>
        )}
        <section className="listing-main" aria-label="Products">
          {hasActiveFilters(filters) && (
            <Suspense fallback={null}>
              <FilterChips filters={filters} onChange={change} />
            </Suspense>
          )}
          {hasFailed && <ErrorState resource="the products" onRetry={refetch} />}
          {!hasFailed && listing?.total !== 0 && (
            <ProductGrid
              products={listing?.products}
              skeletonCount={PRODUCTS_PER_PAGE / 2}
              priority
              headingLevel={2}
              renderAction={renderWishlistButton}
            />
          )}
          {listing?.total === 0 && (
            <Suspense fallback={null}>
              <NoResults isUnknown={!!isUnknown} isFiltered={hasActiveFilters(filters)} onClear={change} />
            </Suspense>
          )}
          {listing && listing.pages > 1 && (
            <Suspense fallback={null}>
              <Pagination page={listing.page} pages={listing.pages} getPath={getPath} />
            </Suspense>
          )}
        </section>
      </div>
    </main>
  );
}
