// The contents of firestore.indexes.json: composite indexes and single-field index overrides
// (https://firebase.google.com/docs/reference/firestore/indexes).

import { type FieldPath, formatFieldPath, parseFieldPath } from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';

/** The queryScope of an index. */
export type IndexScope = 'COLLECTION' | 'COLLECTION_GROUP';
/** How an index orders or contains a field. */
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS' | 'VECTOR';

/** One field of an index. */
export interface IndexedField {
  /** The text form of the field path. */
  readonly path: string;
  readonly mode: IndexMode;
}

/** A composite index. */
export interface CompositeIndex {
  readonly collectionGroup: string;
  readonly scope: IndexScope;
  readonly fields: readonly IndexedField[];
}

interface FieldOverride {
  readonly modes: ReadonlySet<`${IndexScope}:${IndexMode}`>;
}

/** The indexes that a firestore.indexes.json declares. */
export interface IndexDefinitions {
  readonly composites: readonly CompositeIndex[];
  /**
   * By 'collectionGroup/field'. A field without an entry has the automatic single-field indexes.
   */
  readonly overrides: ReadonlyMap<string, FieldOverride>;
  /**
   * The fields of TTL policies by collection group: a document expires at the timestamp in this
   * field.
   */
  readonly expiryFields: ReadonlyMap<string, FieldPath>;
}

/**
 * Parses the text of a firestore.indexes.json. Throws INVALID_ARGUMENT with the location of the
 * error.
 */
export function parseIndexDefinitions(text: string): IndexDefinitions {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`The index definitions are not JSON: ${(error as Error).message}`);
  }
  const file = requireObject(json, 'the file');
  const composites = requireList(file.indexes, '"indexes"').map((each, i) =>
    parseComposite(each, `indexes[${i}]`),
  );
  const overrides = new Map<string, FieldOverride>();
  const expiryFields = new Map<string, FieldPath>();
  for (const [i, each] of requireList(file.fieldOverrides, '"fieldOverrides"').entries()) {
    const where = `fieldOverrides[${i}]`;
    const override = requireObject(each, where);
    const field = parseFieldText(override.fieldPath, where);
    const modes = requireList(override.indexes, `${where}.indexes`).map((index, j) => {
      const entry = requireObject(index, `${where}.indexes[${j}]`);
      return `${parseScope(entry.queryScope)}:${parseMode(entry, `${where}.indexes[${j}]`)}` as const;
    });
    const collectionGroup = requireText(override.collectionGroup, `${where}.collectionGroup`);
    overrides.set(`${collectionGroup}/${field}`, { modes: new Set(modes) });
    if (!parseTtl(override.ttl, where)) continue;
    const other = expiryFields.get(collectionGroup);
    if (other !== undefined) {
      throw invalidArgument(
        `Index definitions: ${where} is a second "ttl" of the collection group "${collectionGroup}", which has ` +
          `${formatFieldPath(other)} already. A collection group can have only one.`,
      );
    }
    expiryFields.set(collectionGroup, parseFieldPath(field));
  }
  return { composites, overrides, expiryFields };
}

function parseComposite(json: unknown, where: string): CompositeIndex {
  const index = requireObject(json, where);
  const fields = requireList(index.fields, `${where}.fields`).map((each, i) => {
    const field = requireObject(each, `${where}.fields[${i}]`);
    return {
      path: parseFieldText(field.fieldPath, `${where}.fields[${i}]`),
      mode: parseMode(field, `${where}.fields[${i}]`),
    };
  });
  return {
    collectionGroup: requireText(index.collectionGroup, `${where}.collectionGroup`),
    scope: parseScope(index.queryScope),
    fields,
  };
}

function parseMode(field: { [name: string]: unknown }, where: string): IndexMode {
  if (field.arrayConfig === 'CONTAINS') return 'CONTAINS';
  if (field.vectorConfig !== undefined) return 'VECTOR';
  if (field.order === 'ASCENDING' || field.order === 'DESCENDING') return field.order;
  throw invalidArgument(`${where} needs "order" (ASCENDING or DESCENDING), "arrayConfig" or "vectorConfig".`);
}

function parseTtl(ttl: unknown, where: string): boolean {
  if (ttl === undefined || typeof ttl === 'boolean') return ttl === true;
  throw invalidArgument(`Index definitions: ${where}.ttl must be true or false.`);
}

function parseScope(scope: unknown): IndexScope {
  return scope === 'COLLECTION_GROUP' ? 'COLLECTION_GROUP' : 'COLLECTION';
}

function parseFieldText(value: unknown, where: string): string {
  return formatFieldPath(parseFieldPath(requireText(value, `${where}.fieldPath`)));
}

function requireText(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidArgument(`Index definitions: ${where} must be a string.`);
}

function requireList(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw invalidArgument(`Index definitions: ${where} must be an array.`);
}

function requireObject(value: unknown, where: string): { [name: string]: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as { [name: string]: unknown };
  }
  throw invalidArgument(`Index definitions: ${where} must be an object.`);
}
