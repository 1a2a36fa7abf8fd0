import { type Bound, indexName, type Query } from '../../core/query.ts';
import type { QueryValue } from '../runtime/value.ts';

/** What `query` is where nothing is queried, as in rules of a write. */
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
 * What `query` is in the rules of a read.
 * @param isOrderGiven the client has asked for the order: one by priority is otherwise no order at
 *   all, which counts as one by key
 */
export function queryValue({ index, start, end, limit }: Query, isOrderGiven: boolean): QueryValue {
  const isByPriority = index.kind === 'priority' && isOrderGiven;
  const isOne = start !== undefined && end !== undefined && isSame(start, end);
  return {
    orderByKey: index.kind === 'key' || (index.kind === 'priority' && !isOrderGiven),
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
