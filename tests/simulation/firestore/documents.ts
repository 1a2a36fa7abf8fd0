/** A stored document: frozen, because all readers share it. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A frozen copy of written data, without undefined fields, like the SDK with
 * `ignoreUndefinedProperties` sends it. A use case that modifies data it has read throws.
 */
export function frozenCopy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) copy[name] = frozenCopy(field);
  return Object.freeze(copy);
}
