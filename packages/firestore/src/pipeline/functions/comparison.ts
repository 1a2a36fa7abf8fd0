// Comparisons use the order and the equality of indexes: 1 equals 1.0, NaN equals NaN. ABSENT
// compares like null.

import { type FieldValue, typeOrder } from '../../core/value.ts';
import { compareValues, equalValues } from '../../core/value-order.ts';
import { eager, type FunctionTable } from '../parser.ts';
import type { Result } from '../row.ts';
import { asArray } from './argument.ts';

function equal(left: Result, right: Result): boolean {
  return equalValues(left ?? null, right ?? null);
}

/** Values of different types are unordered, and so is NaN. */
function inOrder(left: FieldValue, right: FieldValue, accepts: (order: number) => boolean): boolean {
  if (typeOrder(left) !== typeOrder(right)) return false;
  if (Number.isNaN(left) || Number.isNaN(right)) return false;
  return accepts(compareValues(left, right));
}

function inequality(accepts: (order: number) => boolean) {
  return eager(2, 2, ([left = null, right = null]) => inOrder(left, right, accepts));
}

function isAny(name: string, value: Result, candidates: Result): boolean {
  return asArray(name, candidates ?? []).some((each) => equal(value, each));
}

export const COMPARISON_FUNCTIONS: FunctionTable = {
  equal: eager(2, 2, ([left, right]) => equal(left, right)),
  not_equal: eager(2, 2, ([left, right]) => !equal(left, right)),
  less_than: inequality((order) => order < 0),
  less_than_or_equal: inequality((order) => order <= 0),
  greater_than: inequality((order) => order > 0),
  greater_than_or_equal: inequality((order) => order >= 0),
  between: eager(
    3,
    3,
    ([value = null, lower = null, upper = null]) =>
      inOrder(value, lower, (order) => order >= 0) && inOrder(value, upper, (order) => order <= 0),
  ),
  equal_any: eager(2, 2, ([value, candidates]) => isAny('equal_any', value, candidates)),
  not_equal_any: eager(2, 2, ([value, candidates]) => !isAny('not_equal_any', value, candidates)),
};
