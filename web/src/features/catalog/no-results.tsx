import type { ReactNode } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { shopPath } from '../../lib/paths.ts';
import { formatFilters, type ListingFilters, listProducts, NO_FILTERS } from './listing.ts';
import { ProductGrid } from './product-card.tsx';

const POPULAR_MAX = 4;

interface NoResultsProps {
  readonly isUnknown: boolean;
  readonly isFiltered: boolean;
  readonly filters: ListingFilters;
  /** The whole catalog. */
  readonly products: readonly ProductCard[];
  /** Suggested words for a search without results. */
  readonly suggestions: readonly string[];
  readonly onClear: (changes: Partial<ListingFilters>) => void;
  readonly renderAction: (product: ProductCard) => ReactNode;
}

/** The listing of every product for a text. */
function searchPath(filters: ListingFilters, text: string, category?: string): string {
  const { sort: _, ...rest } = filters;
  return `${shopPath(category)}${formatFilters({ ...rest, ...NO_FILTERS, sort: 'relevance', page: 1, text })}`;
}

function NoSearchResults({ filters, suggestions, products, renderAction }: NoResultsProps) {
  const { text, category } = filters;
  const popular = listProducts(
    products,
    { ...filters, ...NO_FILTERS, category: undefined, sort: 'rating', inStock: true, page: 1 },
    POPULAR_MAX,
  ).products;
  return (
    <>
      <EmptyState icon="search" title={`No results for “${text}”`}>
        {suggestions.length > 0 ? (
          <div className="row">
            <span>Did you mean</span>
            {suggestions.map((term) => (
              <ShopLink key={term} className="chip" to={searchPath(filters, term)}>
                {term}
              </ShopLink>
            ))}
          </div>
        ) : (
          <p>Check the spelling, or try fewer and more general words, such as a motif or a color.</p>
        )}
        {category !== undefined && (
          <ButtonLink to={searchPath(filters, text)} variant="secondary">
            Search in all categories
          </ButtonLink>
        )}
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
      {popular.length > 0 && (
        <section className="product-row" aria-labelledby="popular-title">
          <h2 id="popular-title">Top rated</h2>
          <ProductGrid products={popular} columns={4} renderAction={renderAction} />
        </section>
      )}
    </>
  );
}

/**
 * A listing without products: an unknown category, an empty one, a search or filters without a
 * match.
 */
export function NoResults(props: NoResultsProps) {
  if (props.isUnknown) {
    return (
      <EmptyState icon="crystal" title="This category does not exist">
        <p>It may have been renamed. You can still browse everything we sell.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    );
  }
  if (!props.isFiltered) {
    if (props.filters.text !== '') return <NoSearchResults {...props} />;
    return (
      <EmptyState icon="package" title="Nothing here yet">
        <p>There are no products in this category at the moment. Take a look at the others.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="search" title="No matching products">
      <p>No product matches all of these filters. Remove one, or clear them all.</p>
      <Button onClick={() => props.onClear(NO_FILTERS)}>Clear all filters</Button>
    </EmptyState>
  );
}
