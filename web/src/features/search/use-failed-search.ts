import { SEARCH_TEXT_MAX } from '@savepoint/model/limits';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { searchFailed } from './search-failed.ts';

/**
 * Reports a search that found no product, or only sold-out ones. `matching` are the products that
 * match the text, before other filters; undefined while the search runs.
 */
export function useFailedSearch(
  text: string,
  matching: readonly Pick<ProductCard, 'inStock'>[] | undefined,
): void {
  const dispatch = useDispatch();
  const outcome =
    matching === undefined || matching.some(({ inStock }) => inStock)
      ? undefined
      : matching.length === 0
        ? 'nothing'
        : 'sold-out';
  useEffect(() => {
    if (outcome !== undefined && text.length >= 2 && text.length <= SEARCH_TEXT_MAX)
      dispatch(searchFailed({ text, outcome }));
  }, [dispatch, text, outcome]);
}
