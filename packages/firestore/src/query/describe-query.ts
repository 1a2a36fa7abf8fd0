import type { Attributes } from '@savepoint/server/core/tracing';
import { formatFieldPath } from '../core/field-path.ts';
import { leafFilters } from './filter.ts';
import type { Query } from './query.ts';
import { requiredIndexes } from './required-index.ts';

/**
 * The attributes of a query for a span: its shape without values, e.g. `products where category ==,
 * price > order by price desc limit 20`, its limit, and as JSON the composite indexes that it
 * requires, if any.
 */
export function describeQuery(query: Query, aggregated?: readonly string[]): Attributes {
  const indexes = requiredIndexes(query, aggregated);
  return {
    'firestore.query': queryShape(query),
    'firestore.limit': query.limit,
    'firestore.indexes': indexes.length === 0 ? undefined : JSON.stringify(indexes),
  };
}

function queryShape({
  parent,
  collectionId,
  allDescendants,
  filter,
  orderBy,
  offset,
  limit,
  findNearest,
}: Query): string {
  const collection = [parent, collectionId ?? '*'].filter(Boolean).join('/');
  const filters = (filter === undefined ? [] : leafFilters(filter)).map(
    (leaf) => `${leaf.kind === 'name' ? '__name__' : formatFieldPath(leaf.path)} ${leaf.operator}`,
  );
  const orders = orderBy.flatMap(({ path, descending }) =>
    path === undefined ? [] : `${formatFieldPath(path)}${descending ? ' desc' : ''}`,
  );
  return [
    allDescendants ? `collection group ${collection}` : collection,
    ...(filters.length > 0 ? [`where ${filters.join(', ')}`] : []),
    ...(orders.length > 0 ? [`order by ${orders.join(', ')}`] : []),
    ...(findNearest ? [`nearest ${formatFieldPath(findNearest.path)}`] : []),
    ...(offset > 0 ? [`offset ${offset}`] : []),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ].join(' ');
}
