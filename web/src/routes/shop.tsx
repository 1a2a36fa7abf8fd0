import type { Dispatch } from '@reduxjs/toolkit';
import type { Category } from '@savepoint/model/category';
import {
  lazy,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import {
  data,
  type Params,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from 'react-router-dom';
import {
  catalogueApi,
  type ProductCard,
  useCategoriesQuery,
  useProductsQuery,
} from '../api/catalogue-endpoints.ts';
import { selectResult } from '../api/select-result.ts';
import { Button } from '../components/button.tsx';
import { Controls } from '../components/controls.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { PRODUCTS_PER_PAGE } from '../config/constants.ts';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { FilterChips } from '../features/catalog/filter-chips.tsx';
import { LazyQuickAdd } from '../features/catalog/lazy-quick-add.tsx';
import {
  formatFilters,
  hasActiveFilters,
  type ListingFilters,
  listProducts,
  parseFilters,
  SALE_CATEGORY,
  type SortId,
  sortOptions,
} from '../features/catalog/listing.ts';
import type { ListingPlaceholderData } from '../features/catalog/listing-placeholder-data.ts';
import { type PageChange, Pagination } from '../features/catalog/pagination.tsx';
import { ProductGrid } from '../features/catalog/product-card.tsx';
import { useFailedSearch } from '../features/search/use-failed-search.ts';
import { useTextSearch } from '../features/search/use-text-search.ts';
import { renderWishlistButton } from '../features/wishlist/wishlist-button.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { shopPath } from '../lib/paths.ts';
import { toastShown } from '../lib/toast-slice.ts';
import '../styles/catalogue.css';

const loadFacets = () => loadChunk('Filters', () => import('../features/catalog/facets.tsx'));
// Hydrated after the products.
const Facets = lazy(async () => ({ default: (await loadFacets()).Facets }));
const loadNoResults = () => loadChunk('No Results', () => import('../features/catalog/no-results.tsx'));
// Most visits have results.
const NoResults = lazy(async () => ({ default: (await loadNoResults()).NoResults }));

/** Prefetches the data of the page. */
export function prefetch(dispatch: Dispatch): void {
  dispatch(catalogueApi.util.prefetch('products', undefined, {}));
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}));
}

async function loadListing(
  state: Parameters<ReturnType<typeof catalogueApi.endpoints.products.select>>[0],
  { category }: Params,
  search: string,
) {
  const { data: products = [] } = catalogueApi.endpoints.products.select()(state);
  const { data: categories = [] } = catalogueApi.endpoints.categories.select()(state);
  const { serializeListing } = await import('../features/catalog/serialize-listing.ts');
  const listing = serializeListing(products, parseFilters(new URLSearchParams(search), category));
  const isKnown = category === undefined || category === SALE_CATEGORY;
  const status = isKnown || categories.some(({ id }) => id === category) ? 200 : 404;
  return data(listing ?? null, { status });
}

/**
 * The listing of a server-rendered page, shown until the browser has read the catalog. The
 * condition removes its code from the browser's bundle.
 */
export const serverLoader = import.meta.env.SSR ? loadListing : undefined;

const NO_CATEGORIES: readonly Category[] = [];

/** Title and description of a category, of all products, of the sale and of a search. */
function useHeading({ category, text }: ListingFilters) {
  const { data } = useCategoriesQuery(undefined, { selectFromResult: selectResult });
  const isSuccess = data !== undefined;
  const categories = data ?? NO_CATEGORIES;
  const found = categories.find(({ id }) => id === category);
  if (text !== '') {
    const name = category === SALE_CATEGORY ? 'Sale' : found?.name;
    return {
      categories,
      title: `Results for “${text}”${name === undefined ? '' : ` in ${name}`}`,
      description: '',
      isUnknown: isSuccess && category !== undefined && name === undefined,
    };
  }
  if (category === undefined) {
    return {
      categories,
      title: 'All products',
      description: 'Every tee, accessory and collectible in the shop.',
    };
  }
  if (category === SALE_CATEGORY) {
    return { categories, title: 'Sale', description: 'Good loot at lower prices, while stocks last.' };
  }
  return {
    categories,
    title: found?.name ?? (isSuccess ? 'Unknown category' : '…'),
    description: found?.description ?? '',
    isUnknown: isSuccess && found === undefined,
  };
}

const countText = (total: number) => `${total} ${total === 1 ? 'product' : 'products'}`;

const NO_PRODUCTS: readonly ProductCard[] = [];

/** A stable reference, because ProductGrid is memoized. */
const renderQuickAdd = (product: ProductCard) => (
  <LazyQuickAdd product={product} toAction={itemAdded} label="Quick add" isIcon />
);

/** Announces the number of results to screen readers when it changes, not on load. */
function useResultCountToast(total: number | undefined): void {
  const dispatch = useDispatch();
  const previousCount = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    if (previousCount.current !== undefined && previousCount.current !== total) {
      dispatch(
        toastShown({
          text: `${countText(total)} found`,
          screenReaderOnly: true,
        }),
      );
    }
    previousCount.current = total;
  }, [dispatch, total]);
}

/** Scrolls to the top of a list and focuses it. */
function showList(list: HTMLElement | null): void {
  list?.focus({ preventScroll: true });
  list?.scrollIntoView();
}

/**
 * Shows the top of the list after a change to another of its pages. Back, Forward and a reload
 * restore their own position.
 */
function useFocusAfterPageChange(list: RefObject<HTMLElement | null>): void {
  const { key, state } = useLocation();
  const navigation = useNavigationType();
  const lastKey = useRef(key);
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    if (navigation !== 'POP' && (state as PageChange | null)?.isPageChange) showList(list.current);
  }, [key, state, navigation, list]);
}

/**
 * The /shop and /shop/:category pages: a listing with filters, sort order and page from the URL.
 */
export function Component() {
  const { category } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const [facetsOpen, setFacetsOpen] = useState(false);
  const filters = useMemo(() => parseFilters(new URLSearchParams(search), category), [search, category]);
  const { categories, title, description, isUnknown } = useHeading(filters);
  const { data: catalogue, isError } = useProductsQuery(undefined, { selectFromResult: selectResult });
  // Deferred: rendering the catalog must not block scrolling or typing.
  const products = useDeferredValue(catalogue);
  const { matching, suggestions } = useTextSearch(products, filters.text);
  useFailedSearch(filters.text, matching);

  const placeholderData = useLoaderData<ListingPlaceholderData | null | undefined>();
  const listing = useMemo(
    () => (matching ? listProducts(matching, filters) : placeholderData?.listing),
    [matching, filters, placeholderData],
  );
  const hasFailed = isError && listing === undefined;
  useResultCountToast(listing?.total);
  const list = useRef<HTMLElement>(null);
  useFocusAfterPageChange(list);

  const getPath = (page: number) => `${shopPath(category)}${formatFilters({ ...filters, page })}`;
  const change = (changes: Partial<ListingFilters>) =>
    navigate(`${shopPath(category)}${formatFilters({ ...filters, page: 1, ...changes })}`, {
      preventScrollReset: true,
    });

  return (
    <main className="page page-wide" id="main" tabIndex={-1}>
      <PageHead
        title={title}
        description={description || `${title} at Savepoint.`}
        canonicalPath={shopPath(category)}
        noindex={isUnknown === true || filters.text !== ''}
      />
      <header className="listing-head">
        <p className="eyebrow">{filters.text === '' ? 'Shop' : 'Search'}</p>
        <h1 tabIndex={-1}>{title}</h1>
        {filters.text === '' ? (
          <p className="muted">{description}</p>
        ) : (
          <p>
            <ShopLink to={shopPath(category)}>Clear the search</ShopLink>
          </p>
        )}
      </header>
      <div className="listing">
        {!isUnknown && (
          <>
            <div className="listing-toolbar">
              <p className="listing-count">{listing ? countText(listing.total) : hasFailed || 'Counting…'}</p>
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
                  {sortOptions(filters).map((sort) => (
                    <option key={sort.id} value={sort.id}>
                      {sort.label}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <aside className="listing-sidebar" aria-label="Filters" data-open={facetsOpen || undefined}>
              {/* A boundary: React hydrates the filters in tasks of their own. */}
              <Suspense>
                <Controls>
                  <Facets
                    filters={filters}
                    products={matching}
                    placeholderData={placeholderData}
                    categories={categories}
                    onChange={change}
                  />
                </Controls>
              </Suspense>
              {facetsOpen && (
                <Button
                  fullWidth
                  className="listing-show-button"
                  onClick={() => {
                    // The list moves up when the filters above it close.
                    flushSync(() => setFacetsOpen(false));
                    showList(list.current);
                  }}
                >
                  {listing === undefined ? 'Show the products' : `Show ${countText(listing.total)}`}
                </Button>
              )}
            </aside>
          </>
        )}
        <section className="listing-main" aria-label="Products" ref={list} tabIndex={-1}>
          {hasActiveFilters(filters) && <FilterChips filters={filters} onChange={change} />}
          {hasFailed && <ErrorState resource="the products" onRetry={() => prefetch(dispatch)} />}
          {!hasFailed && listing?.total !== 0 && (
            // A boundary: React hydrates the products in tasks of their own.
            <Suspense>
              <ProductGrid
                products={listing?.products}
                skeletonCount={PRODUCTS_PER_PAGE / 2}
                priority
                headingLevel={2}
                renderAction={renderWishlistButton}
                renderBuy={renderQuickAdd}
              />
            </Suspense>
          )}
          {listing?.total === 0 && (
            <Suspense fallback={null}>
              <Controls>
                <NoResults
                  isUnknown={!!isUnknown}
                  isFiltered={hasActiveFilters(filters)}
                  filters={filters}
                  products={products ?? NO_PRODUCTS}
                  suggestions={suggestions}
                  onClear={change}
                  renderAction={renderWishlistButton}
                />
              </Controls>
            </Suspense>
          )}
          {listing && listing.pages > 1 && (
            <Pagination page={listing.page} pages={listing.pages} getPath={getPath} />
          )}
        </section>
      </div>
    </main>
  );
}
