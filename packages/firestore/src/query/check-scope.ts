import { formatFieldPath } from '../core/field-path.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { leafFilters } from './filter.ts';
import type { Query } from './query.ts';

const ROOT_ONLY = 'collection group queries are only allowed at the root parent';

/**
 * Throws INVALID_ARGUMENT if no index can serve the query's collections: all descendants of a
 * document can only be read by name, and without a collection id only the ascending name is
 * indexed. Scanning all descendants of a document by descending name is FAILED_PRECONDITION, as in
 * Google's emulator.
 */
export function checkScope(query: Query): void {
  const { filter, orderBy, parent } = query;
  const filtered = filter && leafFilters(filter).find((leaf) => leaf.kind === 'field');
  const isOrderedByField = orderBy.some(({ path }) => path !== undefined);
  const isDescending = orderBy.at(-1)?.descending ?? false;
  const readsDescendants = query.allDescendants && parent !== '';
  if (readsDescendants && (filtered || isOrderedByField)) throw invalidArgument(ROOT_ONLY);
  if (query.collectionId === undefined) {
    if (filtered?.kind === 'field') {
      throw invalidArgument(
        `kind is required for filter: ${formatFieldPath(filtered.path)}. Name a collection in "from".`,
      );
    }
    if (isOrderedByField || isDescending) {
      throw invalidArgument(
        'kind is required for all orders except __key__ ascending. Name a collection in "from".',
      );
    }
  }
  if (readsDescendants && isDescending) {
    throw new RpcError(
      StatusCode.FAILED_PRECONDITION,
      "collection group queries are only allowed if they're at the root or they're an ascending primary key scan",
    );
  }
}
