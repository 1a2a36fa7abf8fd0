import { focusAdjacentRow, focusHeading } from '../../lib/focus-adjacent-row.ts';
import { type ListingFilters, NO_FILTERS, PRICE_BANDS, toggle } from './listing.ts';

interface FilterChipsProps {
  readonly filters: ListingFilters;
  readonly onChange: (changes: Partial<ListingFilters>) => void;
}

/** The active filters of a listing, each removable. Render it only while a filter is active. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const chips = [
    ...filters.types.map((type) => ({ label: type, removal: { types: toggle(filters.types, type) } })),
    ...filters.colors.map((color) => ({
      label: color,
      removal: { colors: toggle(filters.colors, color) },
    })),
    ...filters.sizes.map((size) => ({
      label: `Size ${size}`,
      removal: { sizes: toggle(filters.sizes, size) },
    })),
    ...filters.prices.map((price) => ({
      label: PRICE_BANDS.find((band) => band.id === price)?.label ?? price,
      removal: { prices: toggle(filters.prices, price) },
    })),
    ...(filters.rating === undefined
      ? []
      : [{ label: `${filters.rating} stars and up`, removal: { rating: undefined } }]),
    ...(filters.inStock ? [{ label: 'In stock', removal: { inStock: false } }] : []),
  ];
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.label}>
          <button
            type="button"
            className="chip"
            onClick={(event) => {
              // Removing the last chip removes the whole list.
              if (chips.length === 1) focusHeading();
              else focusAdjacentRow(event.currentTarget);
              onChange(chip.removal);
            }}
          >
            <span className="visually-hidden">Remove filter </span>
            {chip.label} <span aria-hidden>×</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="chip chip-clear"
          onClick={() => {
            focusHeading();
            onChange(NO_FILTERS);
          }}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
