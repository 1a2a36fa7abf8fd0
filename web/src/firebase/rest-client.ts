// Public reads over Firestore's REST API with plain fetch: the first page needs no SDK. Requests
// are unauthenticated.
import { type BackendConfig, loadBackendConfig } from '../config/backend.ts';
import { BackendException, UNINITIALIZED } from './backend-error.ts';
import type { FileRequest, Filter, GetRequest, PlainDocument, QueryRequest } from './request.ts';
import { decodeFields, encodeValue, type RestValue } from './rest-values.ts';

interface RestDocument {
  readonly name: string;
  readonly fields?: Record<string, RestValue>;
}

const OPERATORS: Readonly<Record<Filter[1], string>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
};

function documentsUrl(config: BackendConfig, verb: string): string {
  const origin = config.emulators.firestore
    ? `http://${config.emulators.firestore}`
    : 'https://firestore.googleapis.com';
  return `${origin}/v1/projects/${config.projectId}/databases/(default)/documents${verb}?key=${encodeURIComponent(config.apiKey)}`;
}

async function requireConfig(): Promise<BackendConfig> {
  const config = await loadBackendConfig();
  if (config === undefined) throw new BackendException(UNINITIALIZED);
  return config;
}

async function readBody(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  const first = (Array.isArray(body) ? body[0] : body) as
    | { error?: { status?: string; message?: string } }
    | undefined;
  throw new BackendException({
    code: (first?.error?.status ?? (response.status >= 500 ? 'unavailable' : 'unknown'))
      .toLowerCase()
      .replaceAll('_', '-'),
    message: first?.error?.message ?? `Firestore returned HTTP ${response.status}.`,
  });
}

function toDocument(document: RestDocument): PlainDocument {
  return {
    ...decodeFields(document.fields ?? {}),
    id: document.name.slice(document.name.lastIndexOf('/') + 1),
  };
}

/**
 * The content of a JSON file on this origin. It always revalidates: browsers would apply the
 * stale-while-revalidate meant for Hosting and show the catalog of an earlier visit.
 */
async function fetchJsonFile({ path }: FileRequest): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok || !response.headers.get('content-type')?.includes('json'))
    throw new BackendException({ code: 'not-found', message: `${path} returned HTTP ${response.status}.` });
  return response.json();
}

/** Calls a method of the database. */
async function post(config: BackendConfig, verb: string, body: unknown): Promise<Response> {
  return fetch(documentsUrl(config, verb), {
    method: 'POST',
    // A plain-text body needs no CORS preflight, which would cost a round trip before the first
    // product.
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(body),
  });
}

/**
 * One document; null if it does not exist. As a batch, because browsers log the 404 of a plain get
 * as an error.
 */
async function restGet({ path }: GetRequest): Promise<PlainDocument | null> {
  const config = await requireConfig();
  const segments = path.split('/').map(decodeURIComponent);
  if (segments.some((segment) => segment.includes('/'))) return null;
  const name = `projects/${config.projectId}/databases/(default)/documents/${segments.join('/')}`;
  const response = await post(config, ':batchGet', { documents: [name] });
  // The response to an invalid document name, such as `__id__`.
  if (response.status === 400) return null;
  const [result] = (await readBody(response)) as { found?: RestDocument }[];
  return result?.found === undefined ? null : toDocument(result.found);
}

/** A query as a StructuredQuery of the Firestore REST API (google.firestore.v1). */
export function toStructuredQuery(request: QueryRequest): Record<string, unknown> {
  const filters = (request.where ?? []).map(([field, operator, value]) => ({
    fieldFilter: { field: { fieldPath: field }, op: OPERATORS[operator], value: encodeValue(value) },
  }));
  return {
    from: [{ collectionId: request.path }],
    ...(filters.length === 1 && { where: filters[0] }),
    ...(filters.length > 1 && { where: { compositeFilter: { op: 'AND', filters } } }),
    ...(request.orderBy && {
      orderBy: request.orderBy.map(([field, direction]) => ({
        field: { fieldPath: field },
        direction: direction === 'desc' ? 'DESCENDING' : 'ASCENDING',
      })),
    }),
    ...(request.limit !== undefined && { limit: request.limit }),
    ...(request.select && { select: { fields: request.select.map((fieldPath) => ({ fieldPath })) } }),
  };
}

/** The matching documents of a root collection. */
async function restQuery(request: QueryRequest): Promise<PlainDocument[]> {
  const config = await requireConfig();
  const response = await post(config, ':runQuery', { structuredQuery: toStructuredQuery(request) });
  const rows = (await readBody(response)) as { document?: RestDocument }[];
  return rows.flatMap((row) => (row.document === undefined ? [] : [toDocument(row.document)]));
}

/**
 * Reads a document, null if it does not exist; the documents of a query; or a JSON file. Rejects
 * with BackendException.
 */
export function restRequest(request: GetRequest | QueryRequest | FileRequest): Promise<unknown> {
  switch (request.op) {
    case 'get':
      return restGet(request);
    case 'query':
      return restQuery(request);
    case 'file':
      return fetchJsonFile(request);
  }
}
