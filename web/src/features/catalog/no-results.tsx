import { Button, ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { ListingFilters } from './listing.ts';

/** A listing without products: an unknown category, an empty one, or filters without a match. */
export function NoResults(props: {
  isUnknown: boolean;
  isFiltered: boolean;
  onClear: (changes: Partial<ListingFilters>) => void;
}) {
  if (props.isUnknown) {
    return (
      <EmptyState icon="crystal" title="This category does not exist">
        <p>It may have been renamed. Everything we sell is one click away.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    );
  }
  if (!props.isFiltered) {
    return (
      <EmptyState icon="package" title="Nothing here yet">
        <p>
          Everything in this category is sold out, and the next drop is not here yet. There is more in the
          others.
        </p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="search" title="Nothing matches">
      <p>No product fits all of these filters. Take one off, or start over.</p>
      <Button
        onClick={() => props.onClear({ text: '', sizes: [], prices: [], rating: undefined, inStock: false })}
      >
        Clear all filters
      </Button>
    </EmptyState>
  );
}
