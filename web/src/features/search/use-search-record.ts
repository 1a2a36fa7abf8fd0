import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { recordSearch } from './record-search.ts';

/** Searches that this tab has recorded: Back and a change of the filters are no new search. */
const recorded = new Set<string>();

/**
 * Records a search that found no product, or only sold-out ones, once per tab. `matching` are the
 * products that match the text, before other filters; undefined while the search runs.
 */
export function useSearchRecord(
  text: string,
  matching: readonly Pick<ProductCard, 'inStock'>[] | undefined,
): void {
  const dispatch = useDispatch<Parameters<typeof recordSearch>[0]>();
  useEffect(() => {
    if (
      text === '' ||
      matching === undefined ||
      matching.some(({ inStock }) => inStock) ||
      recorded.has(text)
    )
      return;
    recorded.add(text);
    const outcome = matching.length === 0 ? 'nothing' : 'sold-out';
    // The shopper is not told when it fails: it is the shop's count, and a rate limit is no error
    // of theirs.
    recordSearch(dispatch, { text, outcome }).catch(() => undefined);
  }, [dispatch, text, matching]);
}
