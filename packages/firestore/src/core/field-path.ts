import { invalidArgument } from './rpc-error.ts';
import { compareUtf8, utf8Length } from './utf8-order.ts';

/**
 * The segments of a field path; at least one, none empty. The text form is 'a.b' or '`odd name`.c'.
 */
export type FieldPath = readonly string[];

/** The field path that refers to the document name in queries. */
export const NAME_FIELD = '__name__';

const MAX_SEGMENT_BYTES = 1500;
/** Length of the whole path, including the dots between segments. */
const MAX_PATH_BYTES = 1500;
const SIMPLE = /^[A-Za-z_][A-Za-z_0-9]*$/;
const RESERVED_SEGMENT = /^__.+__$/s;
const cache = new Map<string, FieldPath>();

/** True for the path that refers to the document name. */
export function isNamePath(path: FieldPath): boolean {
  return path.length === 1 && path[0] === NAME_FIELD;
}

/**
 * Parses the text form of a field path. Throws INVALID_ARGUMENT with Firestore's message, including
 * for a reserved name ('__.+__') other than `__name__` itself.
 */
export function parseFieldPath(text: string): FieldPath {
  const cached = cache.get(text);
  if (cached) return cached;
  const path = parse(text);
  checkReserved(path, text);
  if (cache.size > 10_000) cache.clear();
  cache.set(text, path);
  return path;
}

/**
 * Parses a field path that a pipeline only reads. Reserved names are valid there, although no
 * document has such a field. Throws INVALID_ARGUMENT.
 */
export function parseFieldReference(text: string): FieldPath {
  return parse(text);
}

function parse(text: string): FieldPath {
  if (text.length > MAX_PATH_BYTES / 3 && utf8Length(text) > MAX_PATH_BYTES) {
    throw invalidArgument(`Property path is longer than ${MAX_PATH_BYTES} bytes.`);
  }
  if (text === '') throw invalidArgument('Invalid property path: it is empty.');
  const segments: string[] = [];
  let at = 0;
  for (;;) {
    const [segment, end] = text[at] === '`' ? quoted(text, at) : unquoted(text, at);
    if (utf8Length(segment) > MAX_SEGMENT_BYTES) {
      throw invalidArgument(`Property path segment is longer than ${MAX_SEGMENT_BYTES} bytes.`);
    }
    segments.push(segment);
    if (end === text.length) return segments;
    if (text[end] !== '.') throw invalidArgument(`Invalid property path "${text}".`);
    at = end + 1;
  }
}

function checkReserved(path: FieldPath, text: string): void {
  if (isNamePath(path)) return;
  for (const segment of path) {
    if (segment.charCodeAt(0) === 95 && RESERVED_SEGMENT.test(segment)) {
      throw invalidArgument(`Invalid reserved name in field path ${text}`);
    }
  }
}

function unquoted(text: string, at: number): [segment: string, end: number] {
  const dot = text.indexOf('.', at);
  const end = dot < 0 ? text.length : dot;
  const segment = text.slice(at, end);
  if (!SIMPLE.test(segment)) {
    throw invalidArgument(
      `Invalid property path "${text}". Unquoted property path segments must match regex ` +
        '([a-zA-Z_][a-zA-Z_0-9]*), and quoted property path segments must match regex ' +
        '(`(?:[^`\\\\]|(?:\\\\.))+`)',
    );
  }
  return [segment, end];
}

function quoted(text: string, at: number): [segment: string, end: number] {
  let segment = '';
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '\\') {
      i++;
      if (i >= text.length) break;
      segment += text[i];
    } else if (char === '`') {
      if (segment === '') throw invalidArgument(`Invalid property path "${text}": an empty segment.`);
      return [segment, i + 1];
    } else {
      segment += char;
    }
  }
  throw invalidArgument(`Invalid property path "${text}": a quoted segment is not closed.`);
}

/** Compares field paths by their segments, each by its UTF-8 bytes. */
export function compareFieldPaths(left: FieldPath, right: FieldPath): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const order = compareUtf8(left[i] as string, right[i] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The text form of a field path, quoted where needed: the inverse of `parseFieldPath`. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) =>
      SIMPLE.test(segment) ? segment : `\`${segment.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
    )
    .join('.');
}
