import { serverUrl } from 'savepoint-stack/config/environment';
import { fetchServer } from 'savepoint-stack/processes/fetch-server';
import { UserError } from 'savepoint-stack/user-error';

/** A condition on a field, such as `status == "paid"`. */
interface DocumentFilter {
  readonly field: string;
  readonly operator: keyof typeof OPERATORS;
  readonly value: string | number | boolean | null;
}

export interface DocumentQuery {
  /** Of a document or a collection, such as `orders/o1` or `orders`. */
  readonly path: string;
  readonly where?: readonly DocumentFilter[] | undefined;
  /** A field, with `-` in front for descending. */
  readonly orderBy?: string | undefined;
  readonly limit: number;
}

export interface ReadDocument {
  /** Relative to the database, such as `orders/o1`. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The operators of filters, with their names in Firestore's REST API. */
export const OPERATORS = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  'array-contains': 'ARRAY_CONTAINS',
} as const;

type RestValue = Readonly<Record<string, unknown>>;
interface RestDocument {
  readonly name: string;
  readonly fields?: Readonly<Record<string, RestValue>>;
}

/**
 * Reads documents as the owner: a document by its path, or those of a collection that match.
 * @throws UserError with the emulator's message for a query that it rejects
 */
export async function readDocuments(
  port: number,
  projectId: string,
  { path, where = [], orderBy, limit }: DocumentQuery,
): Promise<readonly ReadDocument[]> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const segments = path.split('/').filter(Boolean);
  if (segments.length === 0 || segments.some((segment) => /^\.\.?$/.test(segment))) {
    throw new UserError('Expected a path of ids', 'For example orders, or orders/o1.');
  }
  const encoded = segments.map(encodeURIComponent);
  if (segments.length % 2 === 0) {
    const found = await request<RestDocument>(`${serverUrl(port)}/v1/${root}/${encoded.join('/')}`);
    return [documentOf(found)];
  }
  const parent = [root, ...encoded.slice(0, -1)].join('/');
  const filters = where.map(({ field, operator, value }) => ({
    fieldFilter: { field: { fieldPath: field }, op: OPERATORS[operator], value: toRest(value) },
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

async function request<Response>(url: string, body?: unknown): Promise<Response> {
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
    'Correct the path or the condition.',
  );
}

function documentOf({ name, fields = {} }: RestDocument): ReadDocument {
  const path = name.slice(name.indexOf('/documents/') + '/documents/'.length);
  return { path, fields: mapValues(fields) };
}

function mapValues(fields: Readonly<Record<string, RestValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromRest(value)]));
}

/** A value as JSON: timestamps and references as text, bytes as base64, geopoints as objects. */
function fromRest(value: RestValue): unknown {
  const [[kind, content] = []] = Object.entries(value);
  if (kind === 'nullValue') return null;
  if (kind === 'integerValue') {
    const number = Number(content);
    return Number.isSafeInteger(number) ? number : content;
  }
  if (kind === 'mapValue') return mapValues((content as { fields?: Record<string, RestValue> }).fields ?? {});
  if (kind === 'arrayValue') return ((content as { values?: RestValue[] }).values ?? []).map(fromRest);
  return content;
}

function toRest(value: DocumentFilter['value']): RestValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
}
