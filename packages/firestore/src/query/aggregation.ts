import {
  compareFieldPaths,
  type FieldPath,
  formatFieldPath,
  isNamePath,
  parseFieldPath,
} from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import { checkFieldName } from '../core/value-message.ts';
import type {
  StructuredAggregationQuery_Aggregation,
  StructuredQuery,
} from '../gen/google/firestore/v1/query_pb.js';
import { leafFilters, satisfiablePart } from './filter.ts';
import type { Query } from './query.ts';

/** One aggregation of an aggregation query. */
export type Aggregation =
  | { readonly alias: string; readonly kind: 'count'; readonly upTo: bigint | undefined }
  | { readonly alias: string; readonly kind: 'sum' | 'avg'; readonly path: FieldPath };

const MAX_AGGREGATIONS = 5;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Parses the aggregations of a StructuredAggregationQuery. Throws INVALID_ARGUMENT if there are
 * none or more than five, and for a duplicate or reserved alias or an aggregation of the document
 * name.
 */
export function parseAggregations(
  messages: readonly StructuredAggregationQuery_Aggregation[],
): readonly Aggregation[] {
  if (messages.length === 0) throw invalidArgument('Aggregations cannot be empty.');
  if (messages.length > MAX_AGGREGATIONS) {
    throw invalidArgument(
      `The maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}. Received: ${messages.length}`,
    );
  }
  const aliases = new Set<string>();
  let unnamed = 0;
  return messages.map((message) => {
    const alias = message.alias || `field_${++unnamed}`;
    checkFieldName(alias);
    if (aliases.has(alias)) throw invalidArgument(`Aggregation aliases contain duplicate alias: ${alias}`);
    aliases.add(alias);
    const { operator } = message;
    switch (operator.case) {
      case 'count': {
        const { upTo } = operator.value;
        if (upTo !== undefined && upTo <= 0n) throw invalidArgument('up_to must be greater than zero.');
        return { alias, kind: 'count', upTo };
      }
      case 'sum':
      case 'avg': {
        const path = parseFieldPath(operator.value.field?.fieldPath ?? '');
        if (isNamePath(path)) throw invalidArgument('Aggregations are not supported for __name__.');
        return { alias, kind: operator.case, path };
      }
      default:
        throw invalidArgument('An aggregation needs an operator: count, sum or avg.');
    }
  });
}

/** The text forms of the summed or averaged fields, without duplicates. */
export function aggregatedFields(aggregations: readonly Aggregation[]): string[] {
  const paths = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [formatFieldPath(each.path)]));
  return [...new Set(paths)];
}

/**
 * The query whose documents are aggregated. Firestore computes sums and averages from an index that
 * contains their fields after those of the query's order and before the document name. Therefore
 * documents without one of these fields do not count, and a limit selects the first documents in
 * that order. Throws INVALID_ARGUMENT if no such index can exist, and for a query with a
 * projection. `message` is the wire form of `query`.
 */
export function queryOfAggregations(
  query: Query,
  message: StructuredQuery,
  aggregations: readonly Aggregation[],
): Query {
  const fields = aggregatedFields(aggregations);
  if (fields.length === 0) return query;
  if (message.select) checkProjection(fields, query);
  // A comparison that no document satisfies does not affect the order.
  const isEmpty = query.filter !== undefined && satisfiablePart(query.filter) === undefined;
  const orders = isEmpty ? query.orderBy.slice(0, message.orderBy.length) : query.orderBy;
  const ordered = new Set(orders.map(({ path }) => path && formatFieldPath(path)));
  const missing = fields.filter((field) => !ordered.has(field));
  if (missing.length > 0 && readsByName(query, message)) {
    throw invalidArgument(
      `This query requires an index that has fields [${missing.join(', ')}] after __name__ and Firestore does not ` +
        'currently support such an index. Please try the query again with additional ordering on those fields.',
    );
  }
  const descending = query.orderBy.at(-1)?.descending ?? false;
  const added = missing
    .map(parseFieldPath)
    .sort(compareFieldPaths)
    .map((path) => ({ path, descending }));
  return { ...query, orderBy: [...query.orderBy.slice(0, -1), ...added, ...query.orderBy.slice(-1)] };
}

function checkProjection(fields: readonly string[], { select = [] }: Query): void {
  const selected = new Set(select.map(formatFieldPath));
  const outside = fields.find((field) => !selected.has(field));
  throw invalidArgument(
    outside === undefined
      ? 'Cannot apply property masks when aggregation fields are present: remove "select" from the query.'
      : `The aggregation property ${outside} is not present in the base query's property mask.`,
  );
}

/** True if the index that serves the query cannot contain the document name after another field. */
function readsByName({ filter, allDescendants, parent }: Query, message: StructuredQuery): boolean {
  const last = message.orderBy.at(-1)?.field?.fieldPath;
  return (
    (last !== undefined && isNamePath(parseFieldPath(last))) ||
    (filter !== undefined && leafFilters(filter).some(({ kind }) => kind === 'name')) ||
    (allDescendants && parent !== '')
  );
}

/**
 * Computes the aggregates by alias over `matches`, the documents of a query from
 * `queryOfAggregations` in its order. Applies its offset and limit.
 */
export function aggregate(
  aggregations: readonly Aggregation[],
  query: Query,
  matches: Iterable<StoredDocument>,
): Map<string, FieldValue> {
  const accumulators = aggregations.map((each) => ({ each, accumulator: new Accumulator() }));
  const { offset, limit = Number.POSITIVE_INFINITY } = query;
  const stop = countLimit(aggregations);
  let seen = 0;
  for (const document of limit > 0 ? matches : []) {
    seen++;
    if (seen <= offset) continue;
    for (const { each, accumulator } of accumulators) {
      accumulator.add(each.kind === 'count' ? null : (fieldAt(document.fields, each.path) as FieldValue));
    }
    if (seen - offset >= limit || seen - offset >= stop) break;
  }
  return new Map(accumulators.map(({ each, accumulator }) => [each.alias, accumulator.result(each)]));
}

/**
 * The aggregates of a query with `matches` matching documents; undefined unless all aggregations
 * are counts.
 */
export function aggregateCounts(
  aggregations: readonly Aggregation[],
  query: Query,
  matches: number,
): Map<string, FieldValue> | undefined {
  const counted = Math.min(Math.max(0, matches - query.offset), query.limit ?? matches);
  const values = new Map<string, FieldValue>();
  for (const each of aggregations) {
    if (each.kind !== 'count') return undefined;
    const all = BigInt(counted);
    values.set(each.alias, each.upTo !== undefined && each.upTo < all ? each.upTo : all);
  }
  return values;
}

/**
 * The number of index entries read by an aggregation of counts over a query with `matches` matching
 * documents.
 */
export function aggregatedEntries(
  aggregations: readonly Aggregation[],
  { offset, limit = Number.POSITIVE_INFINITY }: Query,
  matches: number,
): number {
  return limit === 0 ? 0 : Math.min(matches, offset + Math.min(limit, countLimit(aggregations)));
}

/**
 * The number of documents after which every aggregation is complete: the largest up_to, if all are
 * counts with one.
 */
function countLimit(aggregations: readonly Aggregation[]): number {
  return Math.max(
    ...aggregations.map((each) =>
      each.kind === 'count' && each.upTo !== undefined ? Number(each.upTo) : Number.POSITIVE_INFINITY,
    ),
  );
}

/**
 * A sum of floats with compensation for rounding (Neumaier), so that it hardly depends on the order
 * of the documents.
 */
class FloatSum {
  #sum = 0;
  #lost = 0;

  get value(): number {
    // Infinity and NaN need no compensation.
    return Number.isFinite(this.#lost) ? this.#sum + this.#lost : this.#sum;
  }

  add(value: number): void {
    const sum = this.#sum + value;
    const [larger, smaller] =
      Math.abs(this.#sum) >= Math.abs(value) ? [this.#sum, value] : [value, this.#sum];
    this.#lost += larger - sum + smaller;
    this.#sum = sum;
  }
}

class Accumulator {
  readonly #floats = new FloatSum();
  #documents = 0n;
  #numbers = 0;
  #integers = 0n;
  #hasFloat = false;

  add(value: FieldValue): void {
    this.#documents++;
    if (typeof value === 'bigint') {
      this.#numbers++;
      this.#integers += value;
    } else if (typeof value === 'number') {
      this.#numbers++;
      this.#floats.add(value);
      this.#hasFloat = true;
    }
  }

  result(aggregation: Aggregation): FieldValue {
    if (aggregation.kind === 'count') {
      const { upTo } = aggregation;
      return upTo !== undefined && upTo < this.#documents ? upTo : this.#documents;
    }
    const sum = this.#sum();
    if (aggregation.kind === 'sum') return sum;
    return this.#numbers === 0 ? null : Number(sum) / this.#numbers;
  }

  /** An integer, unless an operand is a float or the sum exceeds 64 bits. */
  #sum(): number | bigint {
    if (this.#hasFloat) return this.#floats.value + Number(this.#integers);
    const fits = this.#integers <= MAX_INT64 && this.#integers >= MIN_INT64;
    return fits ? this.#integers : Number(this.#integers);
  }
}
