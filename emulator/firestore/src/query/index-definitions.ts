// Owns what firestore.indexes.json declares: composite indexes, and single-field indexes that differ from the
// automatic ones.

import { formatFieldPath, parseFieldPath } from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';

export type IndexScope = 'COLLECTION' | 'COLLECTION_GROUP';
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS' | 'VECTOR';

export interface IndexedField {
  /** In its text form. */
  readonly path: string;
  readonly mode: IndexMode;
}

export interface CompositeIndex {
  readonly collectionGroup: string;
  readonly scope: IndexScope;
  readonly fields: readonly IndexedField[];
}

export interface FieldOverride {
  readonly modes: ReadonlySet<`${IndexScope}:${IndexMode}`>;
}

export interface IndexDefinitions {
  readonly composites: readonly CompositeIndex[];
  /** By 'collectionGroup/field'; without an entry a field has the automatic indexes. */
  readonly overrides: ReadonlyMap<string, FieldOverride>;
}

/** No file: nothing but the automatic indexes. */
export const AUTOMATIC_INDEXES: IndexDefinitions = { composites: [], overrides: new Map() };

/** Reads the text of a firestore.indexes.json. Throws INVALID_ARGUMENT that says where it is wrong. */
export function parseIndexDefinitions(text: string): IndexDefinitions {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`The index definitions are not JSON: ${(error as Error).message}`);
  }
  const file = record(json, 'the file');
  const composites = list(file.indexes, '"indexes"').map((each, i) => composite(each, `indexes[${i}]`));
  const overrides = new Map<string, FieldOverride>();
  for (const [i, each] of list(file.fieldOverrides, '"fieldOverrides"').entries()) {
    const where = `fieldOverrides[${i}]`;
    const override = record(each, where);
    const field = fieldText(override.fieldPath, where);
    const modes = list(override.indexes, `${where}.indexes`).map((index, j) => {
      const entry = record(index, `${where}.indexes[${j}]`);
      return `${scopeOf(entry.queryScope)}:${modeOf(entry, `${where}.indexes[${j}]`)}` as const;
    });
    overrides.set(`${textOf(override.collectionGroup, `${where}.collectionGroup`)}/${field}`, {
      modes: new Set(modes),
    });
  }
  return { composites, overrides };
}

function composite(json: unknown, where: string): CompositeIndex {
  const index = record(json, where);
  const fields = list(index.fields, `${where}.fields`).map((each, i) => {
    const field = record(each, `${where}.fields[${i}]`);
    return {
      path: fieldText(field.fieldPath, `${where}.fields[${i}]`),
      mode: modeOf(field, `${where}.fields[${i}]`),
    };
  });
  return {
    collectionGroup: textOf(index.collectionGroup, `${where}.collectionGroup`),
    scope: scopeOf(index.queryScope),
    fields,
  };
}

function modeOf(field: { [name: string]: unknown }, where: string): IndexMode {
  if (field.arrayConfig === 'CONTAINS') return 'CONTAINS';
  if (field.vectorConfig !== undefined) return 'VECTOR';
  if (field.order === 'ASCENDING' || field.order === 'DESCENDING') return field.order;
  throw invalidArgument(`${where} needs "order" (ASCENDING or DESCENDING), "arrayConfig" or "vectorConfig".`);
}

function scopeOf(scope: unknown): IndexScope {
  return scope === 'COLLECTION_GROUP' ? 'COLLECTION_GROUP' : 'COLLECTION';
}

function fieldText(value: unknown, where: string): string {
  return formatFieldPath(parseFieldPath(textOf(value, `${where}.fieldPath`)));
}

function textOf(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidArgument(`Index definitions: ${where} must be a string.`);
}

function list(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw invalidArgument(`Index definitions: ${where} must be a list.`);
}

function record(value: unknown, where: string): { [name: string]: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as { [name: string]: unknown };
  }
  throw invalidArgument(`Index definitions: ${where} must be an object.`);
}
