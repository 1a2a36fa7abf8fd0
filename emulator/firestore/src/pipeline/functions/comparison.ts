// Comparisons use the order and the equality of indexes: 1 equals 1.0, NaN equals NaN. ABSENT compares like null.

import { type FieldValue, typeOrder } from '../../core/value.ts';
import { compareValues, equalValues } from '../../core/value-order.ts';
import { eager, type FunctionDefinition } from '../parser.ts';
import type { Result } from '../row.ts';

function equal(left: Result, right: Result): boolean {
  return equalValues(left ?? null, right ?? null);
}

/** Values of different types are never in order, and neither is NaN. */
function inequality(accepts: (order: number) => boolean): FunctionDefinition {
  return eager(2, 2, ([left = null, right = null]) => {
    if (typeOrder(left) !== typeOrder(right)) return false;
    if (Number.isNaN(left) || Number.isNaN(right)) return false;
    return accepts(compareValues(left, right));
  });
}

function isAny(value: Result, candidates: Result): boolean {
  return Array.isArray(candidates) && (candidates as FieldValue[]).some((each) => equal(value, each));
}

export const COMPARISON_FUNCTIONS: { readonly [name: string]: FunctionDefinition } = {
  equal: eager(2, 2, ([left, right]) => equal(left, right)),
  not_equal: eager(2, 2, ([left, right]) => !equal(left, right)),
  less_than: inequality((order) => order < 0),
  less_than_or_equal: inequality((order) => order <= 0),
  greater_than: inequality((order) => order > 0),
  greater_than_or_equal: inequality((order) => order >= 0),
  equal_any: eager(2, 2, ([value, candidates]) => isAny(value, candidates)),
  not_equal_any: eager(2, 2, ([value, candidates]) => !isAny(value, candidates)),
};
