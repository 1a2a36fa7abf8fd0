// Sorting dominates the cost of building an index. Therefore the first field is extracted once per
// document, and strings and integers are compared natively if that gives Firestore's order.

import type { IndexField } from '../core/index-shape.ts';
import { compareNames, type StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import { compareValues } from '../core/value-order.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** Sorts `documents` by `fields`, which all of them have, and then by name. */
export function sortDocuments(
  documents: readonly StoredDocument[],
  fields: readonly IndexField[],
): StoredDocument[] {
  const [first, ...rest] = fields;
  if (!first) return [...documents].sort(compareNames);
  const keys = documents.map((document) => fieldAt(document.fields, first.path) as FieldValue);
  const compareKeys = keys.some((key) => typeof key === 'string' && SURROGATE.test(key))
    ? compareValues
    : comparePlain;
  const sign = first.descending ? -1 : 1;
  const positions = documents.map((_, i) => i);
  positions.sort((left, right) => {
    const order = compareKeys(keys[left] as FieldValue, keys[right] as FieldValue);
    if (order !== 0) return sign * order;
    const [a, b] = [documents[left] as StoredDocument, documents[right] as StoredDocument];
    return compareRest(a, b, rest);
  });
  return positions.map((position) => documents[position] as StoredDocument);
}

/**
 * compareValues for strings without surrogates, whose UTF-16 order equals Firestore's UTF-8 byte
 * order.
 */
function comparePlain(left: FieldValue, right: FieldValue): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0;
  return compareValues(left, right);
}

function compareRest(left: StoredDocument, right: StoredDocument, fields: readonly IndexField[]): number {
  for (const { path, descending } of fields) {
    const order = compareValues(
      fieldAt(left.fields, path) as FieldValue,
      fieldAt(right.fields, path) as FieldValue,
    );
    if (order !== 0) return descending ? -order : order;
  }
  return compareNames(left, right);
}
