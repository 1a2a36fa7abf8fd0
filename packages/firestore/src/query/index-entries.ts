// The number of index entries of a document, which production limits
// (https://firebase.google.com/docs/firestore/quotas#indexes): two for each field, ascending and
// descending; one for each distinct array element; and those of composite indexes.

import { formatFieldPath, parseFieldPath } from '../core/field-path.ts';
import { resourceName } from '../core/resource-name.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type Fields, type FieldValue, fieldAt, isMap } from '../core/value.ts';
import type { IndexDefinitions } from './index-definitions.ts';

const MAX_INDEX_ENTRIES = 40_000;

/**
 * Throws INVALID_ARGUMENT for a document with more index entries than production stores. Documents
 * with fewer bytes than the limit, which is nearly all, are not counted.
 */
export function checkIndexEntries(
  document: StoredDocument,
  definitions: IndexDefinitions | undefined,
  database: string,
): void {
  if (document.bytes <= MAX_INDEX_ENTRIES) return;
  const group = document.collection.slice(document.collection.lastIndexOf('/') + 1);
  const count =
    countFields(document.fields, '', group, definitions) +
    countComposites(document.fields, group, definitions);
  if (count <= MAX_INDEX_ENTRIES) return;
  throw invalidArgument(
    `Document '${resourceName(database, document.path)}' has too many index entries: ${count.toLocaleString('en')}, ` +
      `the maximum is ${MAX_INDEX_ENTRIES.toLocaleString('en')}. Exempt fields that no query uses from indexing.`,
  );
}

function countFields(
  fields: Fields,
  prefix: string,
  group: string,
  definitions: IndexDefinitions | undefined,
): number {
  let count = 0;
  for (const name in fields) {
    const value = fields[name] as FieldValue;
    const path = `${prefix}${formatFieldPath([name])}`;
    const modes = definitions?.overrides.get(`${group}/${path}`)?.modes;
    if (isMap(value)) {
      if (modes?.size !== 0) count += countFields(value, `${path}.`, group, definitions);
    } else if (Array.isArray(value)) {
      count += distinctElements(value) * (modes === undefined ? 1 : modesFor(modes, 'CONTAINS'));
    } else count += modes === undefined ? 2 : modesFor(modes, 'ASCENDING') + modesFor(modes, 'DESCENDING');
  }
  return count;
}

function modesFor(modes: ReadonlySet<string>, mode: string): number {
  return [...modes].filter((each) => each.endsWith(mode)).length;
}

function countComposites(fields: Fields, group: string, definitions: IndexDefinitions | undefined): number {
  let count = 0;
  for (const composite of definitions?.composites ?? []) {
    if (composite.collectionGroup !== group) continue;
    let entries = 1;
    for (const { path, mode } of composite.fields) {
      if (path === '__name__') continue;
      const value = fieldAt(fields, parseFieldPath(path));
      if (value === undefined) entries = 0;
      else if (mode === 'CONTAINS') entries *= Array.isArray(value) ? distinctElements(value) : 0;
    }
    count += entries;
  }
  return count;
}

function distinctElements(values: readonly FieldValue[]): number {
  return new Set(values).size;
}
