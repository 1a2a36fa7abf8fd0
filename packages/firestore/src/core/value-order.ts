// Two relations on values: the order of a sorted index, in which 1 and 1.0 are equal, and exact
// identity, in which they differ. The order of types is that of
// https://firebase.google.com/docs/firestore/manage-data/data-types.

import { comparePaths } from './resource-name.ts';
import { compareBytes, compareUtf8 } from './utf8-order.ts';
import {
  type Fields,
  type FieldValue,
  type GeoPointValue,
  type ReferenceValue,
  type TimestampValue,
  TypeOrder,
  typeOrder,
  type VectorValue,
} from './value.ts';

/**
 * Negative, 0 or positive in index order, across all types. A total order: NaN equals NaN and is
 * the smallest number.
 */
export function compareValues(left: FieldValue, right: FieldValue): number {
  if (left === right) return 0;
  if (typeof left === 'string' && typeof right === 'string') return compareUtf8(left, right);
  const type = typeOrder(left);
  const difference = type - typeOrder(right);
  if (difference !== 0) return difference;
  switch (type) {
    case TypeOrder.BOOLEAN:
      return left === false ? -1 : 1;
    case TypeOrder.NUMBER:
      return compareNumbers(left as number | bigint, right as number | bigint);
    case TypeOrder.TIMESTAMP:
      return compareTimestamps(left as TimestampValue, right as TimestampValue);
    case TypeOrder.STRING:
      return compareUtf8(left as string, right as string);
    case TypeOrder.BYTES:
      return compareBytes(left as Uint8Array, right as Uint8Array);
    case TypeOrder.REFERENCE:
      return comparePaths((left as ReferenceValue).name, (right as ReferenceValue).name);
    case TypeOrder.GEO_POINT:
      return compareGeoPoints(left as GeoPointValue, right as GeoPointValue);
    case TypeOrder.ARRAY:
      return compareArrays(left as readonly FieldValue[], right as readonly FieldValue[]);
    case TypeOrder.VECTOR:
      return compareVectors(left as VectorValue, right as VectorValue);
    case TypeOrder.MAP:
      return compareMaps(left as Fields, right as Fields);
    default:
      return 0;
  }
}

/**
 * Compares integers and doubles by their exact mathematical value. -0 equals 0; NaN sorts first and
 * equals itself.
 */
export function compareNumbers(left: number | bigint, right: number | bigint): number {
  // Mixed comparison of bigint and number is exact in JavaScript.
  if (left < right) return -1;
  if (left > right) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: 1n == 1 is the intended equality.
  if (left == right) return 0;
  const leftNaN = Number.isNaN(left);
  return leftNaN === Number.isNaN(right) ? 0 : leftNaN ? -1 : 1;
}

function compareTimestamps(left: TimestampValue, right: TimestampValue): number {
  return left.seconds - right.seconds || left.nanos - right.nanos;
}

function compareGeoPoints(left: GeoPointValue, right: GeoPointValue): number {
  return compareNumbers(left.latitude, right.latitude) || compareNumbers(left.longitude, right.longitude);
}

function compareArrays(left: readonly FieldValue[], right: readonly FieldValue[]): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(left[i] as FieldValue, right[i] as FieldValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareVectors(left: VectorValue, right: VectorValue): number {
  const dimension = left.values.length - right.values.length;
  return dimension !== 0 ? dimension : compareArrays(left.values, right.values);
}

function compareMaps(left: Fields, right: Fields): number {
  const leftNames = Object.keys(left).sort(compareUtf8);
  const rightNames = Object.keys(right).sort(compareUtf8);
  const length = Math.min(leftNames.length, rightNames.length);
  for (let i = 0; i < length; i++) {
    const name = leftNames[i] as string;
    const order =
      compareUtf8(name, rightNames[i] as string) ||
      compareValues(left[name] as FieldValue, right[rightNames[i] as string] as FieldValue);
    if (order !== 0) return order;
  }
  return leftNames.length - rightNames.length;
}

/** Equality as queries and array transforms use it: 1 equals 1.0, NaN equals NaN. */
export function equalValues(left: FieldValue, right: FieldValue): boolean {
  return compareValues(left, right) === 0;
}

/**
 * True for the same value of the same wire type: 1 is not 1.0, and 0.0 is not -0.0. Detects writes
 * that change nothing.
 */
export function identicalValues(left: FieldValue, right: FieldValue): boolean {
  if (typeof left !== typeof right) return false;
  if (typeof left !== 'object' || left === null || right === null) return Object.is(left, right);
  const type = typeOrder(left);
  if (type !== typeOrder(right as FieldValue)) return false;
  switch (type) {
    case TypeOrder.ARRAY:
      return identicalArrays(left as readonly FieldValue[], right as readonly FieldValue[]);
    case TypeOrder.VECTOR:
      return identicalArrays((left as VectorValue).values, (right as VectorValue).values);
    case TypeOrder.MAP:
      return identicalFields(left as Fields, right as Fields);
    case TypeOrder.GEO_POINT: {
      const [a, b] = [left as GeoPointValue, right as GeoPointValue];
      return Object.is(a.latitude, b.latitude) && Object.is(a.longitude, b.longitude);
    }
    default:
      return compareValues(left, right as FieldValue) === 0;
  }
}

function identicalArrays(left: readonly FieldValue[], right: readonly FieldValue[]): boolean {
  return (
    left.length === right.length && left.every((value, i) => identicalValues(value, right[i] as FieldValue))
  );
}

/** `identicalValues` for all fields of a map or a document. */
export function identicalFields(left: Fields, right: Fields): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const other = right[name];
    return other !== undefined && identicalValues(left[name] as FieldValue, other);
  });
}
