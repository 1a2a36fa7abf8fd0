import { type FieldPath, formatFieldPath, parseFieldPath } from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import type { StructuredAggregationQuery_Aggregation } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from './query.ts';

/** One aggregation of an aggregation query. */
export type Aggregation =
  | { readonly alias: string; readonly kind: 'count'; readonly upTo: bigint | undefined }
  | { readonly alias: string; readonly kind: 'sum' | 'avg'; readonly path: FieldPath };

const MAX_AGGREGATIONS = 5;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Parses the aggregations of a StructuredAggregationQuery. Throws INVALID_ARGUMENT when there are none, more than five
 * or two with one alias.
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
      case 'avg':
        return { alias, kind: operator.case, path: parseFieldPath(operator.value.field?.fieldPath ?? '') };
      default:
        throw invalidArgument('An aggregation needs an operator: count, sum or avg.');
    }
  });
}

/** The text forms of the fields that are summed or averaged, without duplicates. */
export function aggregatedFields(aggregations: readonly Aggregation[]): string[] {
  const paths = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [formatFieldPath(each.path)]));
  return [...new Set(paths)];
}

/**
 * Computes the aggregates by alias over `matches`, which must be in the query's order; its offset and limit apply. A
 * document that lacks a field to sum or average is skipped, as in Firestore.
 */
export function aggregate(
  aggregations: readonly Aggregation[],
  query: Query,
  matches: Iterable<StoredDocument>,
): Map<string, FieldValue> {
  const paths = new Map<string, FieldPath>();
  for (const each of aggregations)
    if (each.kind !== 'count') paths.set(formatFieldPath(each.path), each.path);
  const accumulators = aggregations.map((each) => ({ each, accumulator: new Accumulator() }));
  const { offset, limit = Number.POSITIVE_INFINITY } = query;
  const stop = countLimit(aggregations);
  let seen = 0;
  for (const document of limit > 0 ? matches : []) {
    if (![...paths.values()].every((path) => fieldAt(document.fields, path) !== undefined)) continue;
    seen++;
    if (seen <= offset) continue;
    for (const { each, accumulator } of accumulators) {
      accumulator.add(each.kind === 'count' ? null : (fieldAt(document.fields, each.path) as FieldValue));
    }
    if (seen - offset >= limit || seen - offset >= stop) break;
  }
  return new Map(accumulators.map(({ each, accumulator }) => [each.alias, accumulator.result(each)]));
}

/** The aggregates of a query with `matches` matching documents; undefined unless all aggregations are counts. */
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

/** The number of documents after which every aggregation is complete: the largest up_to, if all are counts with one. */
function countLimit(aggregations: readonly Aggregation[]): number {
  return Math.max(
    ...aggregations.map((each) =>
      each.kind === 'count' && each.upTo !== undefined ? Number(each.upTo) : Number.POSITIVE_INFINITY,
    ),
  );
}

class Accumulator {
  #documents = 0n;
  #numbers = 0;
  #integers = 0n;
  #doubles = 0;
  #hasDouble = false;

  add(value: FieldValue): void {
    this.#documents++;
    if (typeof value === 'bigint') {
      this.#numbers++;
      this.#integers += value;
    } else if (typeof value === 'number') {
      this.#numbers++;
      this.#doubles += value;
      this.#hasDouble = true;
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

  /** An integer, unless an operand is a double or the sum exceeds 64 bits. */
  #sum(): number | bigint {
    if (this.#hasDouble) return this.#doubles + Number(this.#integers);
    const fits = this.#integers <= MAX_INT64 && this.#integers >= MIN_INT64;
    return fits ? this.#integers : Number(this.#integers);
  }
}
