// Owns the listing page: all products or one category, narrowed by what the address says.
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
import { FailedState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { PRODUCTS_PER_PAGE } from '../config/constants.ts';
import { Facets } from '../features/catalog/facets.tsx';
import {
  countFacets,
  formatFilters,
  isNarrowed,
  type ListingFilters,
  listProducts,
  parseFilters,
  SALE_CATEGORY,
  SORTS,
  type SortId,
} from '../features/catalog/listing.ts';
import { ProductGrid } from '../features/catalog/product-card.tsx';
import { packListing, type ServedListing, unpackCounts } from '../features/catalog/served-listing.ts';
import { useTextMatches } from '../features/search/use-text-matches.ts';
import { wishButton } from '../features/wishlist/wish-button.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { usePageHead } from '../lib/page-head.ts';
import { shopPath } from '../lib/paths.ts';
import { useSsrPlaceholderData } from '../lib/ssr-placeholder-data.ts';
import { toastShown } from '../lib/toast-slice.ts';
import '../styles/catalogue.css';

// All are rare: most visits have products, no filter, and fewer than a second page.
const FilterChips = lazyComponent(
  'filter-chips',
  async () => (await import('../features/catalog/filter-chips.tsx')).FilterChips,
);
const Pagination = lazyComponent(
  'pagination',
  async () => (await import('../features/catalog/pagination.tsx')).Pagination,
);
const NothingFound = lazyComponent(
  'nothing-found',
  async () => (await import('../features/catalog/nothing-found.tsx')).NothingFound,
);

export function prefetch(dispatch: (action: never) => unknown): void {
  dispatch(catalogueApi.util.prefetch('products', undefined, {}) as never);
  dispatch(catalogueApi.util.prefetch('categories', undefined, {}) as never);
}

function extractListing(
  state: Parameters<ReturnType<typeof catalogueApi.endpoints.products.select>>[0],
  { category }: Params,
  search: string,
): ServedListing | undefined {
  const { data = [] } = catalogueApi.endpoints.products.select()(state);
  return packListing(data, parseFilters(new URLSearchParams(search), category));
}

/** The listing at an address, for the page that is served; browsers are not sent its code. */
export const getPlaceholderData = import.meta.env.SSR ? extractListing : undefined;

/** The category's words, or those for everything and for the sale. */
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

/** What a listing shows of the reading: that one has begun changes nothing, so nothing is rendered again for it. */
const shown = ({ data, isError }: { data?: readonly ProductCard[] | undefined; isError: boolean }) => ({
  data,
  isError,
});

/** Says the number of results when it changes, not on arrival. */
function useAnnouncedCount(total: number | undefined): void {
  const dispatch = useDispatch();
  const said = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    if (said.current !== undefined && said.current !== total) {
      dispatch(
        toastShown({
          text: `${total} ${total === 1 ? 'product' : 'products'} found`,
          screenReaderOnly: true,
        }),
      );
    }
    said.current = total;
  }, [dispatch, total]);
}

export function Component() {
  const { category } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [facetsOpen, setFacetsOpen] = useState(false);
  const filters = useMemo(() => parseFilters(new URLSearchParams(search), category), [search, category]);
  const { categories, title, description, isUnknown } = useHeading(category);
  const { data, isError, refetch } = useProductsQuery(undefined, { selectFromResult: shown });
  // What arrives may take its time: a page that is read and scrolled must not stand still for it.
  const products = useDeferredValue(data);
  const matching = useTextMatches(products, filters.text);

  const served = useSsrPlaceholderData<ServedListing>(pathname + search);
  const listing = useMemo(
    () => (matching ? listProducts(matching, filters) : served?.listing),
    [matching, filters, served],
  );
  const counts = useMemo(
    () => (matching === undefined && served ? unpackCounts(served) : countFacets(matching ?? [], filters)),
    [matching, filters, served],
  );
  const hasFailed = isError && listing === undefined;
  useAnnouncedCount(listing?.total);
  usePageHead({
    title,
    description: description || `${title} at Savepoint.`,
    canonicalPath: shopPath(category),
    noindex: isUnknown === true,
  });

  const pathOf = (page: number) => `${shopPath(category)}${formatFilters({ ...filters, page })}`;
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
            <div className="listing-bar">
              <p className="listing-count">
                {listing === undefined
                  ? 'Counting…'
                  : `${listing.total} ${listing.total === 1 ? 'product' : 'products'}`}
              </p>
              <Button
                look="secondary"
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
                  {SORTS.map((sort) => (
                    <option key={sort.id} value={sort.id}>
                      {sort.label}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <aside className="listing-side" aria-label="Filters" data-open={facetsOpen || undefined}>
              <Facets filters={filters} counts={counts} categories={categories} onChange={change} />
            </aside>
          </>
        )}
        <section className="listing-main" aria-label="Products">
          {isNarrowed(filters) && (
            <Suspense fallback={null}>
              <FilterChips filters={filters} onChange={change} />
            </Suspense>
          )}
          {hasFailed && <FailedState what="the products" onRetry={refetch} />}
          {!hasFailed && listing?.total !== 0 && (
            <ProductGrid
              products={listing?.products}
              placeholders={PRODUCTS_PER_PAGE / 2}
              priority
              level={2}
              action={wishButton}
            />
          )}
          {listing?.total === 0 && (
            <Suspense fallback={null}>
              <NothingFound isUnknown={!!isUnknown} isFiltered={isNarrowed(filters)} onClear={change} />
            </Suspense>
          )}
          {listing && listing.pages > 1 && (
            <Suspense fallback={null}>
              <Pagination page={listing.page} pages={listing.pages} pathOf={pathOf} />
            </Suspense>
          )}
        </section>
      </div>
    </main>
  );
}
