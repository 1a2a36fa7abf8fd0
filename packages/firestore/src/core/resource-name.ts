// Resource names have the form 'projects/P/databases/D/documents/c/d'. A path is the part after
// 'documents/': segments joined by '/', '' for the root.

import { invalidArgument } from './rpc-error.ts';
import { compareUtf8, utf8Length } from './utf8-order.ts';

const MAX_ID_BYTES = 1500;
const MAX_NAME_BYTES = 6144;
const MAX_COLLECTION_DEPTH = 100;
const RESERVED_ID = /^__.+__$/s;
/** Characters that have a meaning in a path, or in a URL that contains a project or database id. */
const PATH_SYNTAX = /[/\\?#%\s\p{Cc}\p{Cs}]/u;
const NUMERIC_ID = /^__id(0|-?[1-9]\d{0,18})__$/;
const DOCUMENTS = '/documents/';
const DATABASE_NAME = /^projects\/([^/]+)\/databases\/([^/]+)$/;

/** A resource below a database: its database name and its path ('' is the root). */
interface ResourceName {
  readonly database: string;
  readonly path: string;
}

interface DatabaseName {
  readonly projectId: string;
  readonly databaseId: string;
}

/** Parses 'projects/P/databases/D'. Throws INVALID_ARGUMENT for anything else. */
export function parseDatabaseName(name: string): DatabaseName {
  const match = DATABASE_NAME.exec(name);
  if (!match) throw invalidArgument(`Invalid database name: "${name}".`);
  const [, projectId, databaseId] = match as unknown as [string, string, string];
  checkResourceId('Project', projectId);
  checkResourceId('Database', databaseId);
  return { projectId, databaseId };
}

/**
 * Throws INVALID_ARGUMENT unless `id` is a valid id of a project, database or trigger. Invalid ids
 * are empty, '.', '..', reserved ('__.+__'), or contain a character with a meaning in paths and
 * URLs, such as '/', '%' or NUL.
 */
export function checkResourceId(kind: 'Project' | 'Database' | 'Trigger', id: string): void {
  const isInvalid = id === '' || id === '.' || id === '..' || RESERVED_ID.test(id) || PATH_SYNTAX.test(id);
  if (isInvalid) throw invalidArgument(`${kind} id ${JSON.stringify(id.slice(0, 40))} is invalid.`);
}

/**
 * The database of the last parsed name. Most names are in the same database as the previous one.
 */
let lastDatabase = '';

function splitName(kind: string, name: string): ResourceName {
  const start = lastDatabase.length + DOCUMENTS.length;
  if (
    lastDatabase !== '' &&
    name.startsWith(lastDatabase) &&
    name.startsWith(DOCUMENTS, lastDatabase.length)
  ) {
    if (name.length > start) return { database: lastDatabase, path: name.slice(start) };
  }
  const parsed = parseName(kind, name);
  lastDatabase = parsed.database;
  return parsed;
}

function parseName(kind: string, name: string): ResourceName {
  const parts = name.split('/', 5);
  const expected = ['projects', undefined, 'databases', undefined, 'documents'];
  for (const [index, word] of expected.entries()) {
    const part = parts[index];
    if (part === undefined) throw invalidArgument(`${kind} "${name}" lacks "/" at index ${name.length}.`);
    if (word !== undefined ? part !== word : part === '') {
      const at = parts.slice(0, index).join('/').length + (index > 0 ? 1 : 0);
      throw invalidArgument(`${kind} "${name}" lacks "${word ?? 'a resource id'}" at index ${at}.`);
    }
  }
  checkResourceId('Project', parts[1] as string);
  checkResourceId('Database', parts[3] as string);
  const database = parts.slice(0, 4).join('/');
  const head = database.length + '/documents'.length;
  const path = name.slice(head + 1);
  if (name.length > head && path === '') {
    throw invalidArgument(`${kind} "${name}" has a trailing "/".`);
  }
  return { database, path };
}

/**
 * Parses the name of a document. Throws INVALID_ARGUMENT if it is malformed or an id exceeds a
 * limit.
 */
export function parseDocumentName(name: string): ResourceName {
  const parsed = splitName('Document name', name);
  const segments = checkSegments(parsed.path, name);
  if (segments === 0 || segments % 2 === 1) {
    throw invalidArgument(`Document name "${name}" lacks "/" at index ${name.length}.`);
  }
  return parsed;
}

/** Parses a `parent`: a document name, or '.../documents' for the root. Throws INVALID_ARGUMENT. */
export function parseParentName(name: string): ResourceName {
  const parsed = splitName('Document parent name', name);
  if (parsed.path !== '' && checkSegments(parsed.path, name) % 2 === 1) {
    throw invalidArgument(`Document parent name "${name}" lacks "/" at index ${name.length}.`);
  }
  return parsed;
}

/** The number of segments of `path`. Throws INVALID_ARGUMENT when the path is invalid. */
function checkSegments(path: string, name: string): number {
  if (path === '') return 0;
  if (path.length * 3 > MAX_NAME_BYTES && utf8Length(path) > MAX_NAME_BYTES) {
    throw invalidArgument(`The document name is longer than ${MAX_NAME_BYTES} bytes.`);
  }
  const segments = path.split('/');
  for (const [index, id] of segments.entries()) {
    if (id === '') {
      throw invalidArgument(
        `Document name "${name}" contains an empty segment after "${segments.slice(0, index).join('/')}".`,
      );
    }
    checkId(index % 2 === 0 ? 'Collection' : 'Document', id);
  }
  if (segments.length > 2 * MAX_COLLECTION_DEPTH) {
    throw invalidArgument(`Subcollections nest deeper than ${MAX_COLLECTION_DEPTH} levels: "${name}".`);
  }
  return segments.length;
}

/**
 * Throws INVALID_ARGUMENT unless `segments` are the path of a document or collection: no segment
 * may be empty, contain '/' or be an invalid id.
 */
export function checkPath(segments: readonly string[]): void {
  for (const id of segments) {
    if (id === '') throw invalidArgument(`The path "${segments.join('/')}" contains an empty segment.`);
    if (id.includes('/')) throw invalidArgument(`The id "${id.slice(0, 40)}" is invalid: it contains "/".`);
  }
  checkSegments(segments.join('/'), segments.join('/'));
}

/**
 * Throws INVALID_ARGUMENT unless `id` is a valid collection or document id. Invalid ids are '.',
 * '..', longer than 1,500 bytes, or reserved ('__.+__', except 64-bit numeric ids, '__id7__'). NUL
 * is valid, because the Admin SDK's recursiveDelete uses it as the end of a range.
 */
export function checkId(kind: 'Collection' | 'Document', id: string): void {
  if (id === '.' || id === '..') throw invalidArgument(`${kind} id "${id}" is invalid.`);
  if (id.length * 3 > MAX_ID_BYTES && utf8Length(id) > MAX_ID_BYTES) {
    throw invalidArgument(`${kind} id "${id.slice(0, 40)}..." is longer than ${MAX_ID_BYTES} bytes.`);
  }
  if (id.charCodeAt(0) === 95 && RESERVED_ID.test(id) && !isNumericId(id)) {
    throw invalidArgument(`${kind} id "${id}" is invalid because it is reserved.`);
  }
}

function isNumericId(id: string): boolean {
  const number = NUMERIC_ID.exec(id)?.[1];
  return number !== undefined && BigInt.asIntN(64, BigInt(number)) === BigInt(number);
}

/**
 * The full resource name of a path: 'projects/P/databases/D/documents/c/d' for 'c/d',
 * '.../documents' for ''.
 */
export function resourceName(database: string, path: string): string {
  return path === '' ? `${database}/documents` : `${database}/documents/${path}`;
}

/** The path without its last segment: 'c' for 'c/d', '' for 'c'. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The last segment of a path. */
export function lastId(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * True when `path` is a descendant of `ancestor` at any depth. Everything descends from the root,
 * ''.
 */
export function isDescendant(path: string, ancestor: string): boolean {
  return (
    ancestor === '' ||
    (path.length > ancestor.length && path.startsWith(ancestor) && path.charCodeAt(ancestor.length) === 47)
  );
}

/** Compares ids: numeric ids ('__id7__') first and by number, the rest by UTF-8 bytes. */
export function compareIds(left: string, right: string): number {
  if (left.charCodeAt(0) === 95 || right.charCodeAt(0) === 95) {
    const a = NUMERIC_ID.exec(left);
    const b = NUMERIC_ID.exec(right);
    if (a || b) {
      if (!a) return 1;
      if (!b) return -1;
      const x = BigInt(a[1] as string);
      const y = BigInt(b[1] as string);
      if (x !== y) return x < y ? -1 : 1;
    }
  }
  return compareUtf8(left, right);
}

/** Compares paths segment by segment; a parent sorts before its descendants. */
export function comparePaths(left: string, right: string): number {
  if (left === right) return 0;
  let from = 0;
  for (;;) {
    const leftEnd = segmentEnd(left, from);
    const rightEnd = segmentEnd(right, from);
    const order = compareIds(left.slice(from, leftEnd), right.slice(from, rightEnd));
    if (order !== 0) return order;
    if (leftEnd === left.length || rightEnd === right.length) return left.length - right.length;
    from = leftEnd + 1;
  }
}

function segmentEnd(path: string, from: number): number {
  const slash = path.indexOf('/', from);
  return slash < 0 ? path.length : slash;
}
