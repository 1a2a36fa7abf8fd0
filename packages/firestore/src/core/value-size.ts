// Storage sizes as Firestore bills and limits them:
// https://firebase.google.com/docs/firestore/storage-size

import { parseDocumentName } from './resource-name.ts';
import { utf8Length } from './utf8-order.ts';
import {
  type Fields,
  type FieldValue,
  type ReferenceValue,
  TypeOrder,
  typeOrder,
  type VectorValue,
} from './value.ts';

/** The maximum size of a document: 1 MiB. */
export const MAX_DOCUMENT_BYTES = 1_048_576;
/** The maximum size of a field value: 1 MiB - 89 bytes. */
export const MAX_VALUE_BYTES = 1_048_487;

function valueSize(value: FieldValue): number {
  switch (typeOrder(value)) {
    case TypeOrder.NULL:
    case TypeOrder.BOOLEAN:
      return 1;
    case TypeOrder.NUMBER:
    case TypeOrder.TIMESTAMP:
      return 8;
    case TypeOrder.STRING:
      return utf8Length(value as string) + 1;
    case TypeOrder.BYTES:
      return (value as Uint8Array).length;
    case TypeOrder.REFERENCE:
      return nameSize(parseDocumentName((value as ReferenceValue).name).path);
    case TypeOrder.GEO_POINT:
      return 16;
    case TypeOrder.ARRAY:
      return (value as readonly FieldValue[]).reduce<number>((sum, element) => sum + valueSize(element), 0);
    case TypeOrder.VECTOR:
      return (value as VectorValue).values.length * 8 + 27;
    default:
      return fieldsSize(value as Fields);
  }
}

function fieldsSize(fields: Fields): number {
  let size = 0;
  for (const name in fields) size += utf8Length(name) + 1 + valueSize(fields[name] as FieldValue);
  return size;
}

function nameSize(path: string): number {
  return utf8Length(path) + 1 + 16;
}

/** The name of a field whose value exceeds the maximum size. */
export function oversizedField(fields: Fields): string | undefined {
  for (const name in fields) if (valueSize(fields[name] as FieldValue) > MAX_VALUE_BYTES) return name;
  return undefined;
}

/** The storage size of a document in bytes: its name, its fields and 32 bytes of overhead. */
export function documentSize(path: string, fields: Fields): number {
  return nameSize(path) + fieldsSize(fields) + 32;
}
