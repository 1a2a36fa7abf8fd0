import { type Bound, indexName, type Query } from '../../core/query.ts';
import type { QueryValue } from '../runtime/value.ts';

/** The value of `query` if nothing is queried, as in write rules. */
export const NO_QUERY: QueryValue = {
  orderByKey: false,
  orderByPriority: false,
  orderByValue: false,
  orderByChild: null,
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

/**
 * The value of `query` in the rules of a read. An order by priority that the client has not named
 * counts as an order by key.
 */
export function queryValue({ index, isIndexNamed = false, start, end, limit }: Query): QueryValue {
  const isByPriority = index.kind === 'priority' && isIndexNamed;
  const isOne = start !== undefined && end !== undefined && isSame(start, end);
  return {
    orderByKey: index.kind === 'key' || (index.kind === 'priority' && !isIndexNamed),
    orderByPriority: isByPriority,
    orderByValue: index.kind === 'value',
    orderByChild: index.kind === 'child' ? indexName(index) : null,
    startAt: start?.value ?? null,
    endAt: end?.value ?? null,
    equalTo: isOne ? start.value : null,
    limitToFirst: limit?.from === 'first' ? limit.count : null,
    limitToLast: limit?.from === 'last' ? limit.count : null,
  };
}

function isSame(start: Bound, end: Bound): boolean {
  return start.value === end.value && start.key === end.key && start.isInclusive && end.isInclusive;
}
