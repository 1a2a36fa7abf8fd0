// Requests of Firestore's REST API, as plain data.
import type { ApiRequest } from '../api/client.ts';
import type { Fields, Value } from './values.ts';

/** google.firestore.v1.Document */
export interface Document {
  readonly name: string;
  readonly fields?: Fields;
  readonly createTime: string;
  readonly updateTime: string;
}

/**
 * google.firestore.v1.Write, of which Studio uses two kinds. A precondition makes it fail if
 * someone else was faster.
 */
export type Write = {
  readonly currentDocument?: { readonly exists: boolean } | { readonly updateTime: string };
} & ({ readonly update: { readonly name: string; readonly fields: Fields } } | { readonly delete: string });

export interface CommitResult {
  readonly writeResults?: readonly { readonly updateTime?: string }[];
  readonly commitTime: string;
}

/** `projects/P/databases/D`, the name of a database. */
export function databaseName(projectId: string, databaseId: string): string {
  return `projects/${projectId}/databases/${databaseId}`;
}

/** The resource name of a document or collection. Its segments are not encoded. */
export function resourceName(database: string, segments: readonly string[]): string {
  return [database, 'documents', ...segments].join('/');
}

/** The segments below `/documents` in a resource name. */
export function segmentsOf(name: string): string[] {
  return name.split('/').slice(5);
}

/** Encodes a resource name for a URL. A colon would end the name, because it begins a method. */
function encodeName(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

export function getDocument(name: string): ApiRequest {
  return { path: `firestore/v1/${encodeName(name)}` };
}

/** Commits all writes or none. */
export function commit(database: string, writes: readonly Write[]): ApiRequest {
  return { path: `firestore/v1/${encodeName(database)}/documents:commit`, method: 'POST', body: { writes } };
}

/** Lists the collection ids of a document, or of a database for its root. */
export function listCollectionIds(parent: string): ApiRequest {
  return {
    path: `firestore/v1/${encodeName(parent)}:listCollectionIds`,
    method: 'POST',
    body: { pageSize: 1000 },
  };
}

/** Lists the projects that have databases. Only this repository's emulator has this endpoint. */
export function listProjects(): ApiRequest {
  return { path: 'firestore/emulator/v1/projects' };
}

export function listDatabases(projectId: string): ApiRequest {
  return { path: `firestore/v1/projects/${encodeURIComponent(projectId)}/databases` };
}

export const OPERATORS = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
} as const;
export type Operator = keyof typeof OPERATORS;
/** A query with one of these operators is ordered by its field first. */
const INEQUALITIES: ReadonlySet<Operator> = new Set(['!=', '<', '<=', '>', '>=', 'not-in']);

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Value;
}

/** The query of a list of documents. */
export interface CollectionQuery {
  /** The document or database that contains the collection. */
  readonly parent: string;
  readonly collectionId: string;
  readonly isGroup: boolean;
  readonly filters: readonly Filter[];
  readonly orderBy: { readonly field: string; readonly isDescending: boolean } | null;
}

/**
 * The position of a document in the order of a query: the values of the ordered fields, ending with
 * the name.
 */
export type Cursor = readonly Value[];

interface Order {
  readonly field: { readonly fieldPath: string };
  readonly direction: 'ASCENDING' | 'DESCENDING';
}

/** The complete order of a query, so that each document has one position. */
export function ordersOf({ filters, orderBy }: CollectionQuery): Order[] {
  const direction = orderBy?.isDescending ? 'DESCENDING' : 'ASCENDING';
  const fields = orderBy === null ? [] : [orderBy.field];
  for (const { field, operator } of filters) {
    if (INEQUALITIES.has(operator) && !fields.includes(field)) fields.push(field);
  }
  if (!fields.includes('__name__')) fields.push('__name__');
  return fields.map((fieldPath) => ({ field: { fieldPath }, direction }));
}

/** The position of a matching document in a query. */
export function cursorOf(query: CollectionQuery, document: Document): Cursor {
  return ordersOf(query).map(({ field: { fieldPath } }) =>
    fieldPath === '__name__'
      ? { referenceValue: document.name }
      : (valueAt(document.fields ?? {}, fieldPath) ?? { nullValue: null }),
  );
}

/** The value at a field path: `a.b`, or quoted `` a.`b c` ``. */
export function valueAt(fields: Fields, fieldPath: string): Value | undefined {
  const segments = [...fieldPath.matchAll(/`((?:[^`\\]|\\.)*)`|[^.`]+/g)].map(([plain, quoted]) =>
    quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'),
  );
  let value: Value | undefined = { mapValue: { fields } };
  for (const segment of segments) {
    if (value === undefined || !('mapValue' in value)) return undefined;
    const inner: Fields = value.mapValue.fields ?? {};
    value = Object.hasOwn(inner, segment) ? inner[segment] : undefined;
  }
  return value;
}

/** The documents after `start` up to and including `end`, at most `limit`. */
export function runQuery(
  query: CollectionQuery,
  { start, end, limit }: { start: Cursor | null; end: Cursor | null; limit: number },
): ApiRequest {
  return {
    path: `firestore/v1/${encodeName(query.parent)}:runQuery`,
    method: 'POST',
    body: {
      structuredQuery: {
        ...structuredQuery(query),
        orderBy: ordersOf(query),
        limit,
        ...(start === null ? {} : { startAt: { values: start, before: false } }),
        ...(end === null ? {} : { endAt: { values: end, before: false } }),
      },
    },
  };
}

/** Requests the plan of a query, which reads no documents. */
export function explainQuery(query: CollectionQuery): ApiRequest {
  return {
    path: `firestore/v1/${encodeName(query.parent)}:runQuery`,
    method: 'POST',
    body: {
      structuredQuery: { ...structuredQuery(query), orderBy: ordersOf(query) },
      explainOptions: {},
    },
  };
}

/** Counts the documents of a query. */
export function runCount(query: CollectionQuery): ApiRequest {
  return {
    path: `firestore/v1/${encodeName(query.parent)}:runAggregationQuery`,
    method: 'POST',
    body: {
      structuredAggregationQuery: {
        structuredQuery: structuredQuery(query),
        aggregations: [{ alias: 'count', count: {} }],
      },
    },
  };
}

function structuredQuery({ collectionId, isGroup, filters }: CollectionQuery): object {
  const fieldFilters = filters.map(({ field, operator, value }) => fieldFilter(field, operator, value));
  return {
    from: [{ collectionId, allDescendants: isGroup }],
    ...(fieldFilters.length === 0
      ? {}
      : { where: { compositeFilter: { op: 'AND', filters: fieldFilters } } }),
  };
}

function fieldFilter(fieldPath: string, operator: Operator, value: Value): object {
  const field = { fieldPath };
  const isNull = 'nullValue' in value;
  if (isNull && operator === '==') return { unaryFilter: { field, op: 'IS_NULL' } };
  if (isNull && operator === '!=') return { unaryFilter: { field, op: 'IS_NOT_NULL' } };
  return { fieldFilter: { field, op: OPERATORS[operator], value } };
}
