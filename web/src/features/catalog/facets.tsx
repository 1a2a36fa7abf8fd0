import type { Category } from '@savepoint/model/category';
import { type ReactNode, useMemo } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { ShopLink } from '../../components/shop-link.tsx';
import { shopPath } from '../../lib/paths.ts';
import { COLOUR_NAMES } from './colours.ts';
import { countFacets, type FacetCounts } from './facet-counts.ts';
import {
  formatFilters,
  type ListingFilters,
  PRICE_BANDS,
  RATING_THRESHOLDS,
  SALE_CATEGORY,
  toggle,
} from './listing.ts';
import { deserializeFacetCounts, type ListingPlaceholderData } from './listing-placeholder-data.ts';
import { sortSizes } from './sort-sizes.ts';

interface FacetsProps {
  readonly filters: ListingFilters;
  readonly categories: readonly Category[];
  readonly onChange: (changes: Partial<ListingFilters>) => void;
}

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function FacetOption(props: {
  label: ReactNode;
  count: number;
  checked: boolean;
  type?: 'radio';
  name?: string;
  onToggle: () => void;
}) {
  return (
    <label className="choice">
      <input
        type={props.type ?? 'checkbox'}
        name={props.name}
        checked={props.checked}
        disabled={props.count === 0 && !props.checked}
        onChange={props.onToggle}
      />
      <span>{props.label}</span>
      <span className="facet-count">{props.count}</span>
    </label>
  );
}

interface ShownFacetsProps extends FacetsProps {
  readonly counts: FacetCounts;
}

function CategoryFacet({ filters, counts, categories }: ShownFacetsProps) {
  const query = formatFilters({ ...filters, page: 1 });
  const entries = [
    { id: undefined, name: 'Everything', count: undefined },
    ...categories.map(({ id, name }) => ({ id, name, count: counts.categories.get(id) ?? 0 })),
    { id: SALE_CATEGORY, name: 'Sale', count: counts.categories.get(SALE_CATEGORY) ?? 0 },
  ];
  return (
    <nav aria-label="Categories" className="facet">
      <p className="facet-title">Category</p>
      <ul className="facet-links">
        {entries.map(({ id, name, count }) => (
          <li key={name}>
            <ShopLink
              to={`${shopPath(id)}${query}`}
              aria-current={filters.category === id ? 'page' : undefined}
            >
              {name}
              {count !== undefined && <span className="facet-count">{count}</span>}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The filters of a listing. Each option shows how many products it would leave, and stays where the other filters leave it none. What all
 * products of the category have is not shown.
 */
function ShownFacets(props: ShownFacetsProps) {
  const { filters, counts, onChange } = props;
  const bands = PRICE_BANDS.filter(({ id }) => counts.prices.has(id) || filters.prices.includes(id));
  const ratings = RATING_THRESHOLDS.filter(
    (value) => filters.rating === value || (counts.ratings.has(value) && value > counts.lowestRating),
  );
  // Without localeCompare: its first call on a page loads the rules of the language, in the middle of hydration.
  const types = [...new Set([...counts.types.keys(), ...filters.types])].sort();
  const colours = COLOUR_NAMES.filter((name) => counts.colours.has(name) || filters.colours.includes(name));
  const sizes = sortSizes(new Set([...counts.sizes.keys(), ...filters.sizes]));
  return (
    <div className="facets">
      <CategoryFacet {...props} />
      {(types.length > 1 || filters.types.length > 0) && (
        <Facet title="Type">
          {types.map((type) => (
            <FacetOption
              key={type}
              label={type}
              count={counts.types.get(type) ?? 0}
              checked={filters.types.includes(type)}
              onToggle={() => onChange({ types: toggle(filters.types, type) })}
            />
          ))}
        </Facet>
      )}
      {(colours.length > 1 || filters.colours.length > 0) && (
        <Facet title="Colour">
          {colours.map((colour) => (
            <FacetOption
              key={colour}
              label={colour}
              count={counts.colours.get(colour) ?? 0}
              checked={filters.colours.includes(colour)}
              onToggle={() => onChange({ colours: toggle(filters.colours, colour) })}
            />
          ))}
        </Facet>
      )}
      {sizes.length > 0 && (
        <Facet title="Size">
          {sizes.map((size) => (
            <FacetOption
              key={size}
              label={size}
              count={counts.sizes.get(size) ?? 0}
              checked={filters.sizes.includes(size)}
              onToggle={() => onChange({ sizes: toggle(filters.sizes, size) })}
            />
          ))}
        </Facet>
      )}
      {(bands.length > 1 || filters.prices.length > 0) && (
        <Facet title="Price">
          {bands.map((band) => (
            <FacetOption
              key={band.id}
              label={band.label}
              count={counts.prices.get(band.id) ?? 0}
              checked={filters.prices.includes(band.id)}
              onToggle={() => onChange({ prices: toggle(filters.prices, band.id) })}
            />
          ))}
        </Facet>
      )}
      {ratings.length > 0 && (
        <Facet title="Rating">
          {ratings.map((threshold) => (
            <FacetOption
              key={threshold}
              label={`${threshold} and up`}
              count={counts.ratings.get(threshold) ?? 0}
              checked={filters.rating === threshold}
              onToggle={() => onChange({ rating: filters.rating === threshold ? undefined : threshold })}
            />
          ))}
        </Facet>
      )}
      <Facet title="Availability">
        <FacetOption
          label="In stock only"
          count={counts.inStock}
          checked={filters.inStock}
          onToggle={() => onChange({ inStock: !filters.inStock })}
        />
      </Facet>
    </div>
  );
}

const NO_PRODUCTS: readonly ProductCard[] = [];

/** The filters of a listing of these products; of those that the server has counted while they are undefined. */
export function Facets({
  products,
  placeholderData,
  ...props
}: FacetsProps & {
  readonly products: readonly ProductCard[] | undefined;
  readonly placeholderData: ListingPlaceholderData | null | undefined;
}) {
  const counts = useMemo(
    () =>
      products === undefined && placeholderData
        ? deserializeFacetCounts(placeholderData)
        : countFacets(products ?? NO_PRODUCTS, props.filters),
    [products, props.filters, placeholderData],
  );
  return <ShownFacets {...props} counts={counts} />;
}
