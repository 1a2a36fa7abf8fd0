import { formatValue } from '../firestore/json-text.ts';
import type { Fields, Value } from '../firestore/values.ts';
import { changedFields } from './field-tree.ts';
import type { DocumentChange } from './history-endpoints.ts';

/** A field that a change has added, changed or removed; undefined if it is absent. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A change prepared for display. */
export interface ChangeDescription {
  readonly fields: readonly FieldChange[];
  /**
   * The version that can be restored: the one after the change, or the deleted one. Undefined if it
   * is not stored completely.
   */
  readonly version: Fields | undefined;
  /** The reason why fields are missing. */
  readonly problem?: string;
}

/** Replaces secrets, inside a string or as a whole value (packages/server/src/core/redact.ts). */
const REDACTED = '[redacted]';
const SCALAR_KEY = /^(string|integer|double|timestamp|bytes|reference)Value$/;
const MAX_TEXT_LENGTH = 200;

/** Compares the two versions of a change in the event log. */
export function describeChange({ change, before, after, truncated }: DocumentChange): ChangeDescription {
  if (truncated) {
    return {
      fields: [],
      version: undefined,
      problem: 'The change was too large: its fields are not stored.',
    };
  }
  const [old, current] = [parse(before), parse(after)];
  const fields = [...changedFields(old, current)].sort().map((name) => ({
    name,
    before: textOf(old, name),
    after: textOf(current, name),
  }));
  const stored = change === 'delete' ? before : after;
  if (stored === null) return { fields, version: undefined };
  if (stored.includes(REDACTED)) {
    return {
      fields,
      version: undefined,
      problem: 'It has a secret, which is not stored: this version cannot be restored.',
    };
  }
  return { fields, version: change === 'delete' ? old : current };
}

function parse(json: string | null): Fields {
  if (json === null) return {};
  return JSON.parse(json, (key, value) =>
    value === REDACTED && !SCALAR_KEY.test(key) ? { stringValue: REDACTED } : value,
  ) as Fields;
}

function textOf(fields: Fields, name: string): string | undefined {
  if (!Object.hasOwn(fields, name)) return undefined;
  const text = formatValue(fields[name] as Value);
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}
