import { serverUrl } from 'savepoint-stack/config/environment';
import { fetchServer } from 'savepoint-stack/processes/fetch-server';
import { UserError } from 'savepoint-stack/user-error';
import { fieldsToJson, jsonToValue, type RestValue } from './document-json.ts';

/** A condition on a field, such as `status == "paid"`. */
interface DocumentFilter {
  readonly field: string;
  readonly operator: keyof typeof OPERATORS;
  readonly value: unknown;
}

export interface DocumentQuery {
  /** Path of a document or a collection, such as `orders/o1` or `orders`. */
  readonly path: string;
  readonly where?: readonly DocumentFilter[] | undefined;
  /** A field name, with a `-` prefix for descending order. */
  readonly orderBy?: string | undefined;
  readonly limit: number;
}

export interface ReadDocument {
  /** Relative to the database, such as `orders/o1`. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The operators of filters and their names in Firestore's REST API. */
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

interface RestDocument {
  readonly name: string;
  readonly fields?: Readonly<Record<string, RestValue>>;
}

/**
 * Reads as the owner: a document, or the matching documents of a collection.
 * @throws UserError with the emulator's message when it rejects the query
 */
export async function readDocuments(
  port: number,
  projectId: string,
  { path, where = [], orderBy, limit }: DocumentQuery,
): Promise<readonly ReadDocument[]> {
  const segments = segmentsOf(path);
  const { name, url } = locate(port, projectId, segments);
  if (segments.length % 2 === 0) return [documentOf(await request<RestDocument>(url))];
  const parent = name.slice(0, name.lastIndexOf('/'));
  const filters = where.map(({ field, operator, value }) => ({
    fieldFilter: { field: { fieldPath: field }, op: OPERATORS[operator], value: jsonToValue(value) },
  }));
  const structuredQuery = {
    from: [{ collectionId: segments.at(-1) }],
    limit,
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    ...(orderBy !== undefined && {
      orderBy: [
        {
          field: { fieldPath: orderBy.replace(/^-/, '') },
          direction: orderBy.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
        },
      ],
    }),
  };
  const rows = await request<{ document?: RestDocument }[]>(`${serverUrl(port)}/v1/${parent}:runQuery`, {
    structuredQuery,
  });
  return rows.flatMap(({ document }) => (document === undefined ? [] : documentOf(document)));
}

/**
 * Calls Firestore's REST API as the owner.
 * @throws UserError with Firestore's message when it rejects the request
 */
export async function request<Response>(url: string, body?: unknown): Promise<Response> {
  const response = await fetchServer('Firestore', url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as unknown;
  if (response.ok) return json as Response;
  const { error } = (Array.isArray(json) ? json[0] : json) as { error?: { message?: string } };
  throw new UserError(
    error?.message ?? `Firestore responded with ${response.status}`,
    'Check the path, the condition and the fields.',
  );
}

function documentOf({ name, fields = {} }: RestDocument): ReadDocument {
  const path = name.slice(name.indexOf('/documents/') + '/documents/'.length);
  return { path, fields: fieldsToJson(fields) };
}

/**
 * The collection ids at the root or below a document.
 * @throws UserError when the path is that of a collection
 */
export async function listCollections(
  port: number,
  projectId: string,
  path: string | undefined,
): Promise<readonly string[]> {
  const segments = path === undefined ? [] : segmentsOf(path);
  if (segments.length % 2 === 1) {
    throw new UserError(`${path} is a collection`, 'Pass a document, such as orders/o1, or nothing.');
  }
  const { url } = locate(port, projectId, segments);
  const { collectionIds = [] } = await request<{ collectionIds?: string[] }>(`${url}:listCollectionIds`, {});
  return collectionIds;
}

/**
 * Splits a path into ids.
 * @throws UserError for an empty path, or an id that would leave the database
 */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter(Boolean);
  const isLeaving = segments.some((segment) => /^\.\.?$/.test(segment));
  if (segments.length > 0 && !isLeaving && path.isWellFormed()) return segments;
  throw new UserError('Expected a path of ids', 'For example orders, or orders/o1.');
}

/** The path of Studio's page for a document or a collection. */
export function pageOf(path: string): string {
  return `/data/(default)/${segmentsOf(path).map(encodeURIComponent).join('/')}`;
}

/** The resource name and REST URL of a path in the default database. */
export function locate(
  port: number,
  projectId: string,
  segments: readonly string[],
): { readonly name: string; readonly url: string } {
  const name = [`projects/${projectId}/databases/(default)/documents`, ...segments].join('/');
  return { name, url: `${serverUrl(port)}/v1/${name.split('/').map(encodeURIComponent).join('/')}` };
}
