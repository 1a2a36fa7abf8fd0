// Conversion between google.firestore.v1.Value and the in-memory form, enforcing the limits on
// values of https://firebase.google.com/docs/firestore/quotas.

import type { ArrayValue, Value } from '../gen/google/firestore/v1/document_pb.js';
import { preciseTimestampValue, timestampValue } from './commit-time.ts';
import { parseDocumentName } from './resource-name.ts';
import { invalidArgument } from './rpc-error.ts';
import { utf8Length } from './utf8-order.ts';
import {
  Fields,
  type FieldValue,
  GeoPointValue as GeoPoint,
  type GeoPointValue,
  ReferenceValue,
  type TimestampValue,
  TypeOrder,
  typeOrder,
  VectorValue,
} from './value.ts';

const MAX_DEPTH = 20;
const MAX_FIELD_NAME_BYTES = 1500;
const MAX_VECTOR_DIMENSION = 2048;
const RESERVED_NAME = /^__.+__$/s;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Decodes a wire value that a document contains. `depth` is the number of enclosing maps and
 * arrays. Throws INVALID_ARGUMENT for a value that no document can contain.
 */
export function fromValue(message: Value, depth = 0): FieldValue {
  return decode(message, depth, 'stored');
}

/**
 * Decodes the operand of a filter, or a cursor value. Unlike a stored value, it may be an array in
 * an array, a vector in an array, or a time finer than a microsecond. Throws INVALID_ARGUMENT.
 */
export function fromOperandValue(message: Value): FieldValue {
  return decode(message, 0, 'operand');
}

type ValueRole = 'stored' | 'operand';

/** Decodes an element of a stored array. */
function storedElement(message: Value, depth: number): FieldValue {
  if (message.valueType.case === 'arrayValue') {
    throw invalidArgument('Cannot convert an array value in an array value.');
  }
  const value = fromValue(message, depth);
  if (value instanceof VectorValue) throw invalidArgument('Cannot convert a vector value in an array value.');
  return value;
}

function decode(message: Value, depth: number, role: ValueRole): FieldValue {
  const { valueType } = message;
  switch (valueType.case) {
    case 'nullValue':
      return null;
    case 'booleanValue':
    case 'stringValue':
    case 'doubleValue':
    case 'bytesValue':
      return valueType.value;
    case 'integerValue':
      if (valueType.value > MAX_INT64 || valueType.value < -MAX_INT64 - 1n) {
        throw invalidArgument(`Integer out of range: ${valueType.value}.`);
      }
      return valueType.value;
    case 'timestampValue':
      return role === 'stored' ? timestampValue(valueType.value) : preciseTimestampValue(valueType.value);
    case 'geoPointValue':
      return geoPoint(valueType.value.latitude, valueType.value.longitude);
    case 'referenceValue':
      parseDocumentName(valueType.value);
      return new ReferenceValue(valueType.value);
    case 'arrayValue':
      checkDepth(depth);
      return valueType.value.values.map((element) =>
        role === 'stored' ? storedElement(element, depth + 1) : decode(element, depth + 1, role),
      );
    case 'mapValue':
      checkDepth(depth);
      return vectorOf(valueType.value.fields) ?? decodeFields(valueType.value.fields, depth + 1, role);
    case undefined:
      throw invalidArgument(
        "Cannot convert a value without a value type: set 'null_value' or another field of 'value_type'.",
      );
    default:
      throw invalidArgument(`A ${valueType.case} cannot be stored or compared; it belongs to pipelines.`);
  }
}

function checkDepth(depth: number): void {
  if (depth >= MAX_DEPTH) {
    throw invalidArgument(
      `Property contains an invalid nested entity: maps and arrays nest deeper than ${MAX_DEPTH}.`,
    );
  }
}

function geoPoint(latitude: number, longitude: number): GeoPointValue {
  if (!(latitude >= -90 && latitude <= 90)) {
    throw invalidArgument(`Latitude must be in the range of [-90, 90]: ${latitude}.`);
  }
  if (!(longitude >= -180 && longitude <= 180)) {
    throw invalidArgument(`Longitude must be in the range of [-180, 180]: ${longitude}.`);
  }
  return new GeoPoint(latitude, longitude);
}

function vectorOf(fields: { [name: string]: Value }): VectorValue | undefined {
  const type = fields.__type__?.valueType;
  if (type?.case !== 'stringValue' || type.value !== '__vector__') return undefined;
  const list = fields.value?.valueType;
  if (list?.case !== 'arrayValue') throw invalidArgument('A vector needs an array of doubles named "value".');
  if (Object.keys(fields).length > 2) {
    throw invalidArgument('A vector may contain only "__type__" and "value".');
  }
  const values = list.value.values.map(({ valueType }) => {
    if (valueType.case !== 'doubleValue') {
      throw invalidArgument("Vector must only contain values of type 'double'");
    }
    if (Number.isNaN(valueType.value)) throw invalidArgument('Vector cannot contain NaN values.');
    return valueType.value;
  });
  if (values.length === 0) throw invalidArgument('Cannot have a zero length vector.');
  if (values.length > MAX_VECTOR_DIMENSION) {
    throw invalidArgument(
      `A vector has at most ${MAX_VECTOR_DIMENSION} dimensions; this one has ${values.length}.`,
    );
  }
  return new VectorValue(values);
}

/** Decodes the fields of a map or a document. Throws INVALID_ARGUMENT. */
export function fromFields(messages: { [name: string]: Value }): Fields {
  return decodeFields(messages, 0, 'stored');
}

function decodeFields(messages: { [name: string]: Value }, depth: number, role: ValueRole): Fields {
  const fields = new Fields();
  for (const name of Object.keys(messages)) {
    checkFieldName(name);
    fields[name] = decode(messages[name] as Value, depth, role);
  }
  return fields;
}

/** Throws INVALID_ARGUMENT when `name` is empty, reserved ('__.+__') or longer than 1,500 bytes. */
export function checkFieldName(name: string): void {
  if (name === '') throw invalidArgument('The name of a property must not be empty.');
  if (name.charCodeAt(0) === 95 && RESERVED_NAME.test(name)) {
    throw invalidArgument(`Property name "${name}" is reserved: it matches "__.+__".`);
  }
  if (name.length * 3 > MAX_FIELD_NAME_BYTES && utf8Length(name) > MAX_FIELD_NAME_BYTES) {
    throw invalidArgument(`The name of a property is longer than ${MAX_FIELD_NAME_BYTES} bytes.`);
  }
}

/** Encodes a value as its wire message. */
export function toValue(value: FieldValue): Value {
  // A message is a plain object with $typeName. Skipping create() contributes much of a query's
  // speed.
  return { $typeName: 'google.firestore.v1.Value', valueType: toValueType(value) };
}

function toValueType(value: FieldValue): Value['valueType'] {
  switch (typeof value) {
    case 'string':
      return { case: 'stringValue', value };
    case 'number':
      return { case: 'doubleValue', value };
    case 'bigint':
      return { case: 'integerValue', value };
    case 'boolean':
      return { case: 'booleanValue', value };
    default:
      return value === null ? { case: 'nullValue', value: 0 } : toObjectValueType(value);
  }
}

function toObjectValueType(value: FieldValue): Value['valueType'] {
  switch (typeOrder(value)) {
    case TypeOrder.TIMESTAMP: {
      const { seconds, nanos } = value as TimestampValue;
      return {
        case: 'timestampValue',
        value: { $typeName: 'google.protobuf.Timestamp', seconds: BigInt(seconds), nanos },
      };
    }
    case TypeOrder.BYTES:
      return { case: 'bytesValue', value: value as Uint8Array };
    case TypeOrder.REFERENCE:
      return { case: 'referenceValue', value: (value as ReferenceValue).name };
    case TypeOrder.GEO_POINT: {
      const { latitude, longitude } = value as GeoPointValue;
      return { case: 'geoPointValue', value: { $typeName: 'google.type.LatLng', latitude, longitude } };
    }
    case TypeOrder.ARRAY:
      return { case: 'arrayValue', value: arrayOf(value as readonly FieldValue[]) };
    case TypeOrder.VECTOR: {
      const fields = { __type__: toValue('__vector__'), value: toValue((value as VectorValue).values) };
      return { case: 'mapValue', value: { $typeName: 'google.firestore.v1.MapValue', fields } };
    }
    default:
      return {
        case: 'mapValue',
        value: { $typeName: 'google.firestore.v1.MapValue', fields: toFields(value as Fields) },
      };
  }
}

function arrayOf(values: readonly FieldValue[]): ArrayValue {
  return { $typeName: 'google.firestore.v1.ArrayValue', values: values.map(toValue) };
}

/** Encodes the fields of a map or a document. */
export function toFields(fields: Fields): { [name: string]: Value } {
  const messages: { [name: string]: Value } = {};
  for (const name in fields) {
    if (name === '__proto__') {
      // Assignment would set the prototype instead of a field.
      Object.defineProperty(messages, name, {
        value: toValue(fields[name] as FieldValue),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else {
      messages[name] = toValue(fields[name] as FieldValue);
    }
  }
  return messages;
}
