// The requests of "Try it": converts form values to a test case of the Firebase Rules API, and a
// recorded request to form values.
import type { TokenClaims } from '../api/caller-endpoints.ts';
import { formatFields, parseFields } from '../firestore/json-text.ts';
import type { Fields, Value } from '../firestore/values.ts';
import type { DecidedRequest, RulesValue, TestCase } from './rules-endpoints.ts';
import { targetOf, valueIn } from './rules-text.ts';

export const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** A typed request. */
export interface TypedRequest {
  readonly databaseId: string;
  readonly method: Method;
  /** `/orders/o1`, or the collection of a list. */
  readonly path: string;
  /** The document after the write, as JSON. */
  readonly data: string;
  /** The document before the request, as JSON or `null`; empty for the stored one. */
  readonly resource: string;
  /** The StructuredQuery of a list, as JSON; empty for the whole collection. */
  readonly query: string;
  /** Empty for the current time. */
  readonly time: string;
}

export const EMPTY_REQUEST: TypedRequest = {
  databaseId: '(default)',
  method: 'get',
  path: '',
  data: '',
  resource: '',
  query: '',
  time: '',
};

/** Returns whether a write of this kind results in a document. */
export function hasData(method: Method): boolean {
  return method === 'create' || method === 'update';
}

/**
 * Converts a request to a test case.
 * @throws Error that names the invalid part
 */
export function toTestCase(request: TypedRequest, claims: TokenClaims | null): TestCase {
  const { databaseId, method, path, data, resource, query, time } = request;
  const segments = path.split('/').filter((each) => each !== '');
  const collectionId = segments.at(-1);
  if (collectionId === undefined)
    throw new Error('The path is empty: type that of a document, or of a collection for list.');
  const hasCollectionPath = segments.length % 2 === 1;
  if (hasCollectionPath !== (method === 'list')) {
    const kind = method === 'list' ? 'a collection, such as /orders' : 'a document, such as /orders/o1';
    throw new Error(`The path ${path} is not that of ${kind}, which ${method} needs.`);
  }
  const encoded = segments.map(encodeURIComponent).join('/');
  return {
    expectation: 'ALLOW',
    expressionReportLevel: 'FULL',
    pathEncoding: 'URL_ENCODED',
    request: {
      method,
      path: `/databases/${databaseId}/documents/${encoded}`,
      ...(claims === null ? {} : { auth: { uid: String(claims.user_id ?? claims.sub), token: claims } }),
      ...(time === '' ? {} : { time }),
      ...(hasData(method) ? { resource: { fields: parsePart('Data', data) } } : {}),
      ...(method === 'list' ? { structuredQuery: parseQuery(query, collectionId) } : {}),
    },
    ...(resource.trim() === '' || method === 'list'
      ? {}
      : {
          resource:
            resource.trim() === 'null' ? null : { fields: parsePart('The document before', resource) },
        }),
  };
}

function parsePart(name: string, text: string): Fields {
  try {
    return parseFields(text);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

function parseQuery(text: string, collectionId: string): object {
  if (text.trim() === '') return { from: [{ collectionId }] };
  try {
    return { from: [{ collectionId }], ...(JSON.parse(text) as object) };
  } catch (error) {
    throw new Error(`The query is not JSON: ${(error as Error).message}`);
  }
}

/** Converts a recorded request for sending it again, with the document and time from its record. */
export function toTypedRequest(
  request: DecidedRequest,
  projectId: string,
): { request: TypedRequest; claims: TokenClaims | null } {
  const { rulesContext, structuredQuery } = request;
  const { databaseId, path } = targetOf(request);
  const method = METHODS.find((each) => each === rulesContext.method) ?? 'get';
  const isList = method === 'list';
  const before = valueIn(rulesContext.resource, 'data');
  const after = valueIn(rulesContext.request, 'resource', 'data');
  const auth = valueIn(rulesContext.request, 'auth');
  const text = (value: RulesValue | undefined) =>
    value === undefined ? '' : formatFields(fieldsOf(value, projectId));
  return {
    request: {
      databaseId,
      method,
      // The path of a collection group list is a pattern, /**/NAME/*.
      path: path.replace(/\/\*$/, '').replace('/**', ''),
      data: hasData(method) ? text(after) : '',
      resource: isList ? '' : before === undefined ? 'null' : text(before),
      query: isList && structuredQuery !== undefined ? JSON.stringify(structuredQuery, null, 2) : '',
      time: request.time,
    },
    claims:
      auth === undefined || 'nullValue' in auth
        ? null
        : {
            ...(plainJson(valueIn(auth, 'token') ?? { mapValue: {} }) as object),
            user_id: valueIn(auth, 'uid')?.stringValue,
          },
  };
}

function fieldsOf(map: RulesValue, projectId: string): Fields {
  const { fields = {} } = (map.mapValue ?? {}) as { fields?: Record<string, RulesValue> };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, storedValue(value, projectId)]),
  );
}

/** Converts a rules value to a stored value. */
function storedValue(value: RulesValue, projectId: string): Value {
  const [kind, content] = Object.entries(value)[0] ?? ['nullValue', null];
  switch (kind) {
    case 'boolValue':
      return { booleanValue: content as boolean };
    case 'intValue':
      return { integerValue: String(content) };
    case 'floatValue':
      return { doubleValue: content as number };
    case 'latlngValue':
      return { geoPointValue: content as { latitude: number; longitude: number } };
    case 'listValue': {
      const { values = [] } = content as { values?: RulesValue[] };
      return { arrayValue: { values: values.map((each) => storedValue(each, projectId)) } };
    }
    case 'mapValue':
      return { mapValue: { fields: fieldsOf(value, projectId) } };
    case 'pathValue': {
      const { segments = [] } = content as { segments?: { simple?: string }[] };
      return {
        referenceValue: `projects/${projectId}/${segments.map(({ simple = '' }) => simple).join('/')}`,
      };
    }
    default:
      return value as Value;
  }
}

function plainJson(value: RulesValue): unknown {
  const [kind, content] = Object.entries(value)[0] ?? ['nullValue', null];
  switch (kind) {
    case 'intValue':
    case 'floatValue':
      return Number(content);
    case 'nullValue':
      return null;
    case 'listValue':
      return ((content as { values?: RulesValue[] }).values ?? []).map(plainJson);
    case 'mapValue': {
      const { fields = {} } = content as { fields?: Record<string, RulesValue> };
      return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, plainJson(each)]));
    }
    default:
      return content;
  }
}
