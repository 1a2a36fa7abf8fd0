// A document's fields as the rows of a form, and edits of them. A path consists of the keys and
// indexes from the document down.
import { type Fields, fieldsOf, itemsOf, typeOf, type Value } from '../firestore/values.ts';

export type FieldPath = readonly (string | number)[];

/** A row of the form. */
export interface FieldRow {
  readonly path: FieldPath;
  readonly value: Value;
  /** True for a map or an array, which has child rows. */
  readonly isContainer: boolean;
  readonly isOpen: boolean;
}

/** Identifies a path as text. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** An invalid input that the form shows instead of a name or a value. */
export interface InvalidInput {
  readonly path: FieldPath;
  readonly part: 'name' | 'value';
  readonly text: string;
  readonly problem: string;
}

/**
 * Removes the inputs at and below a path; if a part is given, only that part of the path's own row.
 */
export function withoutInputsAt(
  inputs: readonly InvalidInput[],
  path: FieldPath,
  part?: InvalidInput['part'],
): InvalidInput[] {
  return inputs.filter((each) => {
    if (path.some((segment, index) => each.path[index] !== segment)) return true;
    const isName = each.part === 'name' && each.path.length === path.length;
    return part !== undefined && isName !== (part === 'name');
  });
}

/** The rows of a document: its fields, and those of open maps and arrays. */
export function rowsOfFields(fields: Fields, open: ReadonlySet<string>): FieldRow[] {
  const rows: FieldRow[] = [];
  const visit = (path: FieldPath, value: Value) => {
    const type = typeOf(value);
    const isContainer = type === 'map' || type === 'array';
    const isOpen = isContainer && open.has(pathKey(path));
    rows.push({ path, value, isContainer, isOpen });
    if (!isOpen) return;
    for (const [key, child] of childrenOf(value)) visit([...path, key], child);
  };
  for (const [key, value] of Object.entries(fields)) visit([key], value);
  return rows;
}

function childrenOf(value: Value): [string | number, Value][] {
  return 'arrayValue' in value ? [...itemsOf(value).entries()] : Object.entries(fieldsOf(value));
}

/** A copy of the fields with another value at a path; undefined removes it. */
export function withValueAt(fields: Fields, path: FieldPath, value: Value | undefined): Fields {
  return fieldsOf(replaceAt({ mapValue: { fields } }, path, value) as Value);
}

function replaceAt(container: Value, [head, ...rest]: FieldPath, value: Value | undefined): Value {
  if (head === undefined) return value as Value;
  if ('arrayValue' in container) {
    const items = [...itemsOf(container)];
    const child = rest.length === 0 ? value : replaceAt(items[head as number] as Value, rest, value);
    if (child === undefined) items.splice(head as number, 1);
    else items[head as number] = child;
    return { arrayValue: { values: items } };
  }
  const key = String(head);
  const entries = Object.entries(fieldsOf(container));
  const index = entries.findIndex(([each]) => each === key);
  const old = entries[index]?.[1];
  const child = rest.length === 0 ? value : replaceAt(old as Value, rest, value);
  if (child === undefined) entries.splice(index, 1);
  else if (index === -1) entries.push([key, child]);
  else entries[index] = [key, child];
  return { mapValue: { fields: Object.fromEntries(entries) } };
}

/**
 * A copy of the fields with the key at the end of a path renamed in place; undefined if the name
 * exists.
 */
export function withRenamedKey(fields: Fields, path: FieldPath, name: string): Fields | undefined {
  const parentPath = path.slice(0, -1);
  const key = path.at(-1) as string;
  const parent = valueAtPath(fields, parentPath);
  const entries = Object.entries(fieldsOf(parent));
  if (name !== key && entries.some(([each]) => each === name)) return undefined;
  const renamed = Object.fromEntries(entries.map(([each, value]) => [each === key ? name : each, value]));
  return parentPath.length === 0
    ? renamed
    : withValueAt(fields, parentPath, { mapValue: { fields: renamed } });
}

/**
 * A copy of the fields with an empty string added to a map, under an unused name, or to an array;
 * also returns its path.
 */
export function withAddedChild(fields: Fields, path: FieldPath): { fields: Fields; added: FieldPath } {
  const parent = valueAtPath(fields, path);
  const key = 'arrayValue' in parent ? itemsOf(parent).length : freeKey(fieldsOf(parent));
  const added = [...path, key];
  return { fields: withValueAt(fields, added, { stringValue: '' }), added };
}

function freeKey(fields: Fields): string {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? 'field' : `field${number}`;
    if (!Object.hasOwn(fields, key)) return key;
  }
}

function valueAtPath(fields: Fields, path: FieldPath): Value {
  let value: Value = { mapValue: { fields } };
  for (const segment of path) {
    value = (
      'arrayValue' in value ? itemsOf(value)[segment as number] : fieldsOf(value)[String(segment)]
    ) as Value;
  }
  return value;
}

/** The top-level fields that differ between two versions of a document. */
export function changedFields(before: Fields, after: Fields): Set<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set(
    [...names].filter((name) => before[name] !== after[name] && !isEqual(before[name], after[name])),
  );
}

/** Compares two values, ignoring the order of keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
