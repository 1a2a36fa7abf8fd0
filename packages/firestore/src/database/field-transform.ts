import type { FieldValue, TimestampValue } from '../core/value.ts';
import { compareNumbers, equalValues } from '../core/value-order.ts';
import type { FieldTransform } from './mutation.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * The new value of a field and its transform result, as defined for FieldTransform in
 * google/firestore/v1/write.proto. `current` is undefined for a missing field.
 */
export function applyTransform(
  transform: FieldTransform,
  current: FieldValue | undefined,
  requestTime: TimestampValue,
): { value: FieldValue; result: FieldValue } {
  switch (transform.kind) {
    case 'server-timestamp':
      return { value: requestTime, result: requestTime };
    case 'append':
      return { value: append(current, transform.elements), result: null };
    case 'remove-all':
      return { value: removeAll(current, transform.elements), result: null };
    default: {
      const value = isNumber(current)
        ? combine(transform.kind, current, transform.operand)
        : transform.operand;
      return { value, result: value };
    }
  }
}

function isNumber(value: FieldValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function combine(
  kind: 'increment' | 'maximum' | 'minimum',
  current: number | bigint,
  operand: number | bigint,
): number | bigint {
  if (kind === 'increment') return add(current, operand);
  if (Number.isNaN(current) || Number.isNaN(operand)) return Number.NaN;
  const order = compareNumbers(operand, current);
  // write.proto: equal numbers of different types keep the stored value.
  return (kind === 'maximum' ? order > 0 : order < 0) ? operand : current;
}

/** write.proto: integer overflow saturates at 64 bits; if either is a double, so is the sum. */
function add(left: number | bigint, right: number | bigint): number | bigint {
  if (typeof left === 'number' || typeof right === 'number') return Number(left) + Number(right);
  const sum = left + right;
  return sum > MAX_INT64 ? MAX_INT64 : sum < MIN_INT64 ? MIN_INT64 : sum;
}

function append(current: FieldValue | undefined, elements: readonly FieldValue[]): FieldValue {
  const result: FieldValue[] = Array.isArray(current) ? [...current] : [];
  for (const element of elements) {
    if (!result.some((each) => equalValues(each, element))) result.push(element);
  }
  return result;
}

function removeAll(current: FieldValue | undefined, elements: readonly FieldValue[]): FieldValue {
  if (!Array.isArray(current)) return [];
  return current.filter((each: FieldValue) => !elements.some((element) => equalValues(each, element)));
}
