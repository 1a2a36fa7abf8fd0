// Valid JSON that neither firebase-functions nor Firestore accepts. It is detected before anything
// reads the request.

import { cutText } from '@savepoint/model/cut-text';

/** Firestore's limit of nested maps and arrays. */
const DEPTH_MAX = 20;
/**
 * The key by which firebase-functions marks typed values; it throws for unknown ones. None of our
 * requests has one.
 */
const TYPE_KEY = '@type';
/** Names that Firestore reserves. */
const RESERVED_NAME = /^__.*__$/s;

export interface JsonProblem {
  /** Its path, such as 'lines[0].productId'; empty for the whole value. */
  readonly field: string;
  /** A sentence that names the field and says what is wrong. */
  readonly message: string;
}

/**
 * The first part of parsed JSON that cannot be stored: nested too deeply, text or a name with a
 * lone surrogate, or a reserved name. It does not recurse, so deep JSON cannot exhaust the stack.
 */
export function findJsonProblem(json: unknown): JsonProblem | undefined {
  const stack: { readonly value: unknown; readonly field: string; readonly depth: number }[] = [
    { value: json, field: '', depth: 0 },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && !value.isWellFormed())
      return problem(field, 'has a character that is not valid Unicode');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEPTH_MAX) return problem('', `must not be nested more than ${DEPTH_MAX} levels deep`);
    const isArray = Array.isArray(value);
    for (const [name, inner] of Object.entries(value)) {
      if (!isArray && (name === TYPE_KEY || RESERVED_NAME.test(name) || !name.isWellFormed()))
        return problem(
          field,
          `has a field with a name that is not allowed: '${cutText(name, 60).toWellFormed()}'`,
        );
      const path = isArray ? `${field}[${name}]` : field === '' ? name : `${field}.${name}`;
      stack.push({ value: inner, field: cutText(path, 200), depth: depth + 1 });
    }
  }
  return undefined;
}

function problem(field: string, reason: string): JsonProblem {
  return { field, message: `${field === '' ? 'The request' : field} ${reason}.` };
}
