// Owns field paths: 'a.b' and '`odd name`.c' as text and as segments.

import { invalidArgument } from './rpc-error.ts';
import { utf8Length } from './utf8-order.ts';

/** At least one non-empty segment. */
export type FieldPath = readonly string[];

/** The field path that stands for a document's name in queries. */
export const NAME_FIELD = '__name__';

const MAX_SEGMENT_BYTES = 1500;
const SIMPLE = /^[A-Za-z_][A-Za-z_0-9]*$/;
const UNQUOTED = /^[A-Za-z_\u0080-\uffff][A-Za-z_0-9\u0080-\uffff]*$/;
const parsed = new Map<string, FieldPath>();

/** Segments of a field path in its text form. Throws INVALID_ARGUMENT in Firestore's words. */
export function parseFieldPath(text: string): FieldPath {
  const known = parsed.get(text);
  if (known) return known;
  const path = parse(text);
  if (parsed.size > 10_000) parsed.clear();
  parsed.set(text, path);
  return path;
}

function parse(text: string): FieldPath {
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

function unquoted(text: string, at: number): [segment: string, end: number] {
  const dot = text.indexOf('.', at);
  const end = dot < 0 ? text.length : dot;
  const segment = text.slice(at, end);
  if (!UNQUOTED.test(segment)) {
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

/** The text form, quoted where needed; the inverse of parseFieldPath. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) =>
      SIMPLE.test(segment) ? segment : `\`${segment.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
    )
    .join('.');
}

/** True when `path` is `prefix` or lies below it. */
export function startsWithPath(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((segment, index) => path[index] === segment);
}
