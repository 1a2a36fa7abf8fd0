import type { AuditChange, AuditValue } from '@savepoint/model/callables';
import { abridge } from '@savepoint/model/cut-text';

/**
 * Keeps an entry far below the size limit of a document, even when every field of a product
 * changes.
 */
const CHANGES_MAX = 100;
const TEXT_MAX = 500;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that differ between two states of a document, in the order of `after`. Only fields in
 * `names` are compared: the server maintains the others. Variants are compared by size,
 * specifications by label.
 */
export function findAuditChanges(before: Fields, after: Fields, names: readonly string[]): AuditChange[] {
  return compareFlat(flatten(before, names), flatten(after, names));
}

/** The values that differ anywhere within two values, by path, such as `zones.0.name`. */
export function findLeafChanges(before: unknown, after: unknown): AuditChange[] {
  return compareFlat(new Map(flattenLeaves(before, '')), new Map(flattenLeaves(after, '')));
}

function flattenLeaves(value: unknown, path: string): [string, AuditValue][] {
  if (typeof value !== 'object' || value === null) return [[path, toAuditValue(value)]];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [[path, toAuditValue(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    flattenLeaves(each, path === '' ? key : `${path}.${key}`),
  );
}

function compareFlat(
  old: ReadonlyMap<string, AuditValue>,
  next: ReadonlyMap<string, AuditValue>,
): AuditChange[] {
  return [...new Set([...next.keys(), ...old.keys()])]
    .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(next.get(field)))
    .slice(0, CHANGES_MAX)
    .map((field) => ({ field, before: old.get(field) ?? null, after: next.get(field) ?? null }));
}

function flatten(fields: Fields, names: readonly string[]): Map<string, AuditValue> {
  const entries = names.flatMap((name): [string, AuditValue][] => {
    const value = fields[name];
    if (value === undefined) return [];
    if (name === 'variants')
      return (value as readonly Fields[]).flatMap(({ size = '', ...variant }) =>
        Object.entries(variant).map(([part, each]): [string, AuditValue] => [
          `variants.${String(size)}.${part}`,
          toAuditValue(each),
        ]),
      );
    if (name === 'specifications')
      return Object.entries(value as Fields).map(([label, text]) => [`${name}.${label}`, toAuditValue(text)]);
    return [[name, toAuditValue(value)]];
  });
  return new Map(entries);
}

function toAuditValue(value: unknown): AuditValue {
  if (Array.isArray(value)) return value.map((each) => abridge(String(each), TEXT_MAX));
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? null : abridge(String(value), TEXT_MAX);
}
