import type { Category } from '@savepoint/model/category';
import type { ReactNode } from 'react';
import { ShopLink } from '../../components/shop-link.tsx';
import { shopPath } from '../../lib/paths.ts';
import {
  type FacetCounts,
  formatFilters,
  type ListingFilters,
  PRICE_BANDS,
  RATING_THRESHOLDS,
  SALE_CATEGORY,
  sortSizes,
  toggle,
} from './listing.ts';

interface FacetsProps {
  readonly filters: ListingFilters;
  readonly counts: FacetCounts;
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

function CategoryFacet({ filters, counts, categories }: FacetsProps) {
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

/** The filters of a listing. Each option shows how many products it would leave. */
export function Facets(props: FacetsProps) {
  const { filters, counts, onChange } = props;
  const sizes = sortSizes(new Set([...counts.sizes.keys(), ...filters.sizes]));
  return (
    <div className="facets">
      <CategoryFacet {...props} />
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
      <Facet title="Price">
        {PRICE_BANDS.map((band) => (
          <FacetOption
            key={band.id}
            label={band.label}
            count={counts.prices.get(band.id) ?? 0}
            checked={filters.prices.includes(band.id)}
            onToggle={() => onChange({ prices: toggle(filters.prices, band.id) })}
          />
        ))}
      </Facet>
      <Facet title="Rating">
        {RATING_THRESHOLDS.map((threshold) => (
          <FacetOption
            key={threshold}
            label={`${threshold} and up`}
            count={counts.ratings.get(threshold) ?? 0}
            checked={filters.rating === threshold}
            onToggle={() => onChange({ rating: filters.rating === threshold ? undefined : threshold })}
          />
        ))}
      </Facet>
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
