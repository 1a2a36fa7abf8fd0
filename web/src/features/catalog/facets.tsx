import type { Category } from '@savepoint/model/category';
import { type ReactNode, useMemo } from 'react';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { ShopLink } from '../../components/shop-link.tsx';
import { classNames } from '../../lib/class-names.ts';
import { shopPath } from '../../lib/paths.ts';
import { COLOR_NAMES } from './colors.ts';
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

function FacetCount({ children: count }: { children: number | undefined }) {
  return count === undefined ? null : <span className="facet-count">{count}</span>;
}

function FacetOption(props: {
  label: ReactNode;
  /** The number of products that the option leaves; undefined until counted. */
  count: number | undefined;
  checked: boolean;
  type?: 'radio';
  name?: string;
  onToggle: () => void;
}) {
  const isEmpty = props.count === 0 && !props.checked;
  return (
    <label className={classNames('choice', isEmpty && 'choice-empty')}>
      <input
        type={props.type ?? 'checkbox'}
        name={props.name}
        checked={props.checked}
        disabled={isEmpty}
        onChange={props.onToggle}
      />
      <span>{props.label}</span>
      <FacetCount>{props.count}</FacetCount>
    </label>
  );
}

interface ShownFacetsProps extends FacetsProps {
  /** Undefined until the products are counted. */
  readonly counts: FacetCounts | undefined;
}

/**
 * The number of products that an option leaves: 0 if the counts lack it, undefined without counts.
 */
const countOf = <K,>(counts: ReadonlyMap<K, number> | undefined, key: K) => counts && (counts.get(key) ?? 0);

const NO_OPTIONS: ReadonlyMap<string, number> = new Map();

function CategoryFacet({ filters, counts, categories }: ShownFacetsProps) {
  const query = formatFilters({ ...filters, page: 1 });
  const entries = [
    { id: undefined, name: 'Everything', count: undefined },
    ...categories.map(({ id, name }) => ({ id, name, count: countOf(counts?.categories, id) })),
    { id: SALE_CATEGORY, name: 'Sale', count: countOf(counts?.categories, SALE_CATEGORY) },
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
              <FacetCount>{count}</FacetCount>
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The filters of a listing. Each option shows how many products it would leave, and stays even if
 * the other filters leave it none. Values shared by all products of the category are hidden.
 */
function ShownFacets(props: ShownFacetsProps) {
  const { filters, counts, onChange } = props;
  const bands = PRICE_BANDS.filter(({ id }) => counts?.prices.has(id) || filters.prices.includes(id));
  const ratings = RATING_THRESHOLDS.filter(
    (value) => filters.rating === value || (counts?.ratings.has(value) && value > counts.lowestRating),
  );
  // Without localeCompare: its first call on a page loads language rules, in the middle of
  // hydration.
  const types = [...new Set([...(counts?.types ?? NO_OPTIONS).keys(), ...filters.types])].sort();
  const colors = COLOR_NAMES.filter((name) => counts?.colors.has(name) || filters.colors.includes(name));
  const sizes = sortSizes(new Set([...(counts?.sizes ?? NO_OPTIONS).keys(), ...filters.sizes]));
  return (
    <div className="facets">
      <CategoryFacet {...props} />
      {(types.length > 1 || filters.types.length > 0) && (
        <Facet title="Type">
          {types.map((type) => (
            <FacetOption
              key={type}
              label={type}
              count={countOf(counts?.types, type)}
              checked={filters.types.includes(type)}
              onToggle={() => onChange({ types: toggle(filters.types, type) })}
            />
          ))}
        </Facet>
      )}
      {(colors.length > 1 || filters.colors.length > 0) && (
        <Facet title="Color">
          {colors.map((color) => (
            <FacetOption
              key={color}
              label={color}
              count={countOf(counts?.colors, color)}
              checked={filters.colors.includes(color)}
              onToggle={() => onChange({ colors: toggle(filters.colors, color) })}
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
              count={countOf(counts?.sizes, size)}
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
              count={countOf(counts?.prices, band.id)}
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
              count={countOf(counts?.ratings, threshold)}
              checked={filters.rating === threshold}
              onToggle={() => onChange({ rating: filters.rating === threshold ? undefined : threshold })}
            />
          ))}
        </Facet>
      )}
      <Facet title="Availability">
        <FacetOption
          label="In stock only"
          count={counts?.inStock}
          checked={filters.inStock}
          onToggle={() => onChange({ inStock: !filters.inStock })}
        />
      </Facet>
    </div>
  );
}

/**
 * The filters of a listing of these products; until they are defined, the server's counts are used.
 * Without either, the counts are unknown, not zero.
 */
export function Facets({
  products,
  placeholderData,
  ...props
}: FacetsProps & {
  readonly products: readonly ProductCard[] | undefined;
  readonly placeholderData: ListingPlaceholderData | null | undefined;
}) {
  const counts = useMemo(() => {
    if (products !== undefined) return countFacets(products, props.filters);
    return placeholderData ? deserializeFacetCounts(placeholderData) : undefined;
  }, [products, props.filters, placeholderData]);
  return <ShownFacets {...props} counts={counts} />;
}
