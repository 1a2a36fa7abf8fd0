// Values and documents in the JSON format of Firestore's REST API. The generic protobuf encoder
// would print -0 as 0, and is slower for the most frequent messages.

import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * A double. NaN, infinities and -0 become strings: JSON cannot represent the former, and
 * JSON.stringify prints -0 as 0.
 */
function doubleToJson(value: number): Json {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : value;
  return String(value);
}

/** A timestamp in RFC 3339, with 0, 3, 6 or 9 fractional digits. */
export function timestampToJson(time: Timestamp): string {
  const seconds = new Date(Number(time.seconds) * 1000).toISOString().slice(0, 19);
  if (time.nanos === 0) return `${seconds}Z`;
  const digits = String(time.nanos).padStart(9, '0');
  return `${seconds}.${digits.replace(/(?:000){1,2}$/, '')}Z`;
}

/** Bytes in standard base64. */
export function bytesToJson(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** A map of values. The result has no prototype, so a field may be named `__proto__`. */
export function fieldsToJson(fields: { readonly [name: string]: Value }): { [name: string]: Json } {
  const json: { [name: string]: Json } = Object.create(null);
  for (const name of Object.keys(fields)) json[name] = valueToJson(fields[name] as Value);
  return json;
}

/** One value, e.g. `{"integerValue":"5"}`. An unset value is `{}`. */
export function valueToJson({ valueType }: Value): Json {
  switch (valueType.case) {
    case 'nullValue':
      return { nullValue: null };
    case 'booleanValue':
      return { booleanValue: valueType.value };
    case 'integerValue':
      return { integerValue: valueType.value.toString() };
    case 'doubleValue':
      return { doubleValue: doubleToJson(valueType.value) };
    case 'timestampValue':
      return { timestampValue: timestampToJson(valueType.value) };
    case 'stringValue':
      return { stringValue: valueType.value };
    case 'bytesValue':
      return { bytesValue: bytesToJson(valueType.value) };
    case 'referenceValue':
      return { referenceValue: valueType.value };
    case 'geoPointValue': {
      const { latitude, longitude } = valueType.value;
      return { geoPointValue: { latitude: doubleToJson(latitude), longitude: doubleToJson(longitude) } };
    }
    case 'arrayValue': {
      const { values } = valueType.value;
      return { arrayValue: values.length === 0 ? {} : { values: values.map(valueToJson) } };
    }
    case 'mapValue': {
      const { fields } = valueType.value;
      return { mapValue: Object.keys(fields).length === 0 ? {} : { fields: fieldsToJson(fields) } };
    }
    case undefined:
      return {};
    default:
      return { [valueType.case]: null };
  }
}

/** A document; empty members are omitted, as in protobuf's JSON mapping. */
export function documentToJson(document: Document): Json {
  return {
    ...(document.name !== '' && { name: document.name }),
    ...(Object.keys(document.fields).length > 0 && { fields: fieldsToJson(document.fields) }),
    ...(document.createTime && { createTime: timestampToJson(document.createTime) }),
    ...(document.updateTime && { updateTime: timestampToJson(document.updateTime) }),
  };
}
