// Owns the filters that are on in a listing, each with a way off.
import { focusAdjacentRow, focusHeading } from '../../lib/focus-adjacent-row.ts';
import { type ListingFilters, PRICE_BANDS, toggle } from './listing.ts';

interface FilterChipsProps {
  readonly filters: ListingFilters;
  readonly onChange: (changes: Partial<ListingFilters>) => void;
}

/** For a listing in which some filter is on. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const chips = [
    ...(filters.text ? [{ label: `“${filters.text}”`, off: { text: '' } }] : []),
    ...filters.sizes.map((size) => ({
      label: `Size ${size}`,
      off: { sizes: toggle(filters.sizes, size) },
    })),
    ...filters.prices.map((price) => ({
      label: PRICE_BANDS.find((band) => band.id === price)?.label ?? price,
      off: { prices: toggle(filters.prices, price) },
    })),
    ...(filters.rating === undefined
      ? []
      : [{ label: `${filters.rating} stars and up`, off: { rating: undefined } }]),
    ...(filters.inStock ? [{ label: 'In stock', off: { inStock: false } }] : []),
  ];
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.label}>
          <button
            type="button"
            className="chip"
            onClick={(event) => {
              // The last one takes the whole list along.
              if (chips.length === 1) focusHeading();
              else focusAdjacentRow(event.currentTarget);
              onChange(chip.off);
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
            onChange({ text: '', sizes: [], prices: [], rating: undefined, inStock: false });
          }}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
