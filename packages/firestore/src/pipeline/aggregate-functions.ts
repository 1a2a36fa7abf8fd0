import type { FieldValue } from '../core/value.ts';
import { compareValues } from '../core/value-order.ts';
import { isInt64, sumOf } from './functions/arithmetic.ts';
import type { Result } from './row.ts';
import { ValueSet } from './value-set.ts';

/**
 * An aggregate of the aggregate stage, over the values of its expression for the rows of one group.
 */
export interface AggregateFunction {
  readonly minimum: number;
  readonly maximum: number;
  /** `values` has one element for each row, in order. Throws EvaluationError. */
  readonly aggregate: (values: readonly Result[]) => FieldValue;
}

function of(aggregate: (values: readonly Result[]) => FieldValue): AggregateFunction {
  return { minimum: 1, maximum: 1, aggregate };
}

/** The values except null and ABSENT. */
function present(values: readonly Result[]): FieldValue[] {
  return values.filter((value) => value !== undefined && value !== null);
}

function extreme(sign: 1 | -1): AggregateFunction {
  return of((values) =>
    present(values).reduce<FieldValue>(
      (best, value) => (best === null || sign * compareValues(value, best) > 0 ? value : best),
      null,
    ),
  );
}

function distinct(values: readonly FieldValue[]): FieldValue[] {
  const seen = new ValueSet();
  return values.filter((value) => seen.add([value]));
}

/** As in aggregation queries, a sum beyond 64 bits becomes a double. */
function sum(values: readonly Result[]): FieldValue {
  const total = sumOf(present(values));
  return typeof total === 'number' || isInt64(total) ? total : Number(total);
}

function average(values: readonly Result[]): FieldValue {
  const numbers = values.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  return numbers.length === 0 ? null : Number(sumOf(numbers)) / numbers.length;
}

/** The aggregates, by protocol name. */
export const AGGREGATE_FUNCTIONS: { readonly [name: string]: AggregateFunction } = {
  count: {
    minimum: 0,
    maximum: 1,
    aggregate: (values) => BigInt(present(values).length),
  },
  count_if: of((values) => BigInt(values.filter((value) => value === true).length)),
  count_distinct: of((values) => BigInt(distinct(present(values)).length)),
  sum: of(sum),
  average: of(average),
  minimum: extreme(-1),
  maximum: extreme(1),
  first: of((values) => values[0] ?? null),
  last: of((values) => values.at(-1) ?? null),
  array_agg: of((values) => values.map((value) => value ?? null)),
  array_agg_distinct: of((values) => distinct(values.map((value) => value ?? null))),
};
