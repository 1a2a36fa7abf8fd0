// Type checks of arguments. All throw EvaluationError.

import {
  type Fields,
  type FieldValue,
  isMap,
  TimestampValue,
  TypeOrder,
  typeOrder,
} from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';

const TYPE_NAMES: { readonly [type in TypeOrder]: string } = {
  [TypeOrder.NULL]: 'null',
  [TypeOrder.BOOLEAN]: 'boolean',
  [TypeOrder.NUMBER]: 'number',
  [TypeOrder.TIMESTAMP]: 'timestamp',
  [TypeOrder.STRING]: 'string',
  [TypeOrder.BYTES]: 'bytes',
  [TypeOrder.REFERENCE]: 'reference',
  [TypeOrder.GEO_POINT]: 'geo_point',
  [TypeOrder.ARRAY]: 'array',
  [TypeOrder.VECTOR]: 'vector',
  [TypeOrder.MAP]: 'map',
};

/** The name of a value's type, as returned by type(): 'int64', 'float64', 'string' and so on. */
export function typeName(value: FieldValue): string {
  if (typeof value === 'bigint') return 'int64';
  return typeof value === 'number' ? 'float64' : TYPE_NAMES[typeOrder(value)];
}

/** The error of an argument of the wrong type. */
export function typeError(functionName: string, expected: string, value: FieldValue | undefined) {
  const actual = value === undefined ? 'absent' : typeName(value);
  return invalidExpression(`The function ${functionName}() expected ${expected}, but was given ${actual}.`);
}

export function asBoolean(functionName: string, value: FieldValue): boolean {
  if (typeof value !== 'boolean') throw typeError(functionName, 'boolean', value);
  return value;
}

export function asNumber(functionName: string, value: FieldValue): number | bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw typeError(functionName, 'number', value);
  return value;
}

/** An integer, or a double without a fraction. */
export function asInteger(functionName: string, value: FieldValue): number {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw typeError(functionName, 'int64', value);
  return value;
}

export function asString(functionName: string, value: FieldValue): string {
  if (typeof value !== 'string') throw typeError(functionName, 'string', value);
  return value;
}

export function asArray(functionName: string, value: FieldValue): readonly FieldValue[] {
  if (!Array.isArray(value)) throw typeError(functionName, 'array', value);
  return value as readonly FieldValue[];
}

export function asMap(functionName: string, value: FieldValue): Fields {
  if (!isMap(value)) throw typeError(functionName, 'map', value);
  return value;
}

export function asTimestamp(functionName: string, value: FieldValue): TimestampValue {
  if (!(value instanceof TimestampValue)) throw typeError(functionName, 'timestamp', value);
  return value;
}
