/** A stored document: frozen, because all readers share it. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A frozen copy of what is written, without undefined fields, as the SDK with
 * `ignoreUndefinedProperties` sends it. A use case that changes what it has read throws.
 */
export function frozenCopy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) copy[name] = frozenCopy(field);
  return Object.freeze(copy);
}
