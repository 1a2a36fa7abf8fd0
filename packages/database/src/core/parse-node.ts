// Parses data in all formats that clients send: plain JSON, arrays, the export format with `.value`
// and `.priority`, and placeholders for server values.

import { checkDepth, checkKey } from './check-key.ts';
import { InvalidDataError } from './invalid-data.ts';
import { MAX_STRING_BYTES } from './limits.ts';
import { Node, type Primitive, type Priority } from './node.ts';
import { resolveServerValue, type ServerValues } from './server-value.ts';

/** The target of a write. */
export interface Target {
  /** The current data, to which increments are added. */
  readonly existing: Node;
  /** The number of keys above it. */
  readonly depth: number;
  readonly values: ServerValues;
}

/**
 * Converts JSON to a node.
 * @throws InvalidDataError
 */
export function parseNode(json: unknown, target: Target): Node {
  if (json === null || json === undefined) return Node.EMPTY;
  if (typeof json !== 'object') return Node.leaf(parsePrimitive(json));
  const members = json as Readonly<Record<string, unknown>>;
  if (Array.isArray(json)) return parseChildren(members, Array.from(json.keys(), String), null, target);
  const names = Object.keys(members);
  return names.some(isSpecial)
    ? parseSpecial(members, names, target)
    : parseChildren(members, names, null, target);
}

function isSpecial(name: string): boolean {
  return name.startsWith('.');
}

/** Parses an object with a priority, a server value or the value of a leaf. */
function parseSpecial(json: Readonly<Record<string, unknown>>, names: string[], target: Target): Node {
  const priority = Object.hasOwn(json, '.priority') ? parsePriority(json['.priority'], target.values) : null;
  if (Object.hasOwn(json, '.sv')) {
    return Node.leaf(resolveServerValue(json['.sv'], target.existing, target.values), priority);
  }
  if (Object.hasOwn(json, '.value')) {
    return parseValue(json['.value'], target).withPriority(priority);
  }
  const keys = names.filter((name) => name !== '.priority');
  return parseChildren(json, keys, priority, target);
}

/** The leaf of a `.value`, which is a primitive or a value of the server. */
function parseValue(json: unknown, { existing, values }: Target): Node {
  if (json === null) return Node.EMPTY;
  if (typeof json !== 'object') return Node.leaf(parsePrimitive(json));
  if (Object.hasOwn(json, '.sv')) {
    return Node.leaf(resolveServerValue((json as { '.sv': unknown })['.sv'], existing, values));
  }
  throw new InvalidDataError('A ".value" must be a string, a number, a boolean or null.');
}

/** @param names is reused for the result, because imports create many small nodes */
function parseChildren(
  json: Readonly<Record<string, unknown>>,
  names: string[],
  priority: Priority,
  { existing, depth, values }: Target,
): Node {
  const children = new Array<Node | Primitive>(names.length);
  let count = 0;
  for (const key of names) {
    checkKey(key);
    const value = json[key];
    if (value === null) continue;
    checkDepth(depth + 1);
    const child =
      typeof value === 'object'
        ? parseNode(value, { existing: existing.child(key), depth: depth + 1, values })
        : parsePrimitive(value);
    if (typeof child === 'object' && child.isEmpty) continue;
    names[count] = key;
    children[count] = child;
    count += 1;
  }
  names.length = count;
  children.length = count;
  return Node.of(names, children, priority);
}

function parsePrimitive(json: unknown): Primitive {
  if (typeof json === 'boolean') return json;
  if (typeof json === 'string') return checkString(json);
  if (typeof json === 'number' && Number.isFinite(json)) return withoutNegativeZero(json);
  throw new InvalidDataError('A number is too large or invalid.');
}

/** JSON cannot round-trip -0, and its hash would differ. */
function withoutNegativeZero(number: number): number {
  return number === 0 ? 0 : number;
}

function checkString(text: string): string {
  if (text.length > MAX_STRING_BYTES / 3 && Buffer.byteLength(text) > MAX_STRING_BYTES) {
    throw new InvalidDataError(`A string is longer than ${MAX_STRING_BYTES / 1024 / 1024} MiB.`);
  }
  return text;
}

/**
 * Parses a priority in a request: a string, a number, null or a timestamp.
 * @throws InvalidDataError
 */
export function parsePriority(json: unknown, values: ServerValues): Priority {
  if (json === null) return null;
  if (typeof json === 'string') return checkString(json);
  if (typeof json === 'number' && Number.isFinite(json)) return withoutNegativeZero(json);
  if (typeof json === 'object' && Object.hasOwn(json, '.sv')) {
    return resolveServerValue((json as { '.sv': unknown })['.sv'], Node.EMPTY, values);
  }
  throw new InvalidDataError('A ".priority" must be a string, a number or null.');
}
