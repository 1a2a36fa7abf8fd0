import type { Attributes } from '@savepoint/server/core/tracing';
import type { Query } from './query.ts';
/**
 * What a span says of a query: its shape without values, e.g. `products where category ==, price >
 * order by price desc limit 20`, its limit, and as JSON the composite indexes that it requires, if
 * any.
 */
export declare function describeQuery(query: Query, aggregated?: readonly string[]): Attributes;
