// Requests that no client sends, derived from a valid one. Those from other machines and origins
// are in callers.ts.
import { type RawRequest, type RawResponse, send } from './http.ts';

/** An endpoint with a valid request. */
export interface Endpoint {
  readonly method: string;
  /** `ID` stands for an id, which a bad request replaces. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON of a valid request; absent if no body is read. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The Content-Type of `body`, if it is not JSON. */
  readonly type?: string;
  /** True if the server passes bodies on without reading them. */
  readonly isOpaque?: boolean;
  /** True if bodies may lack a Content-Type, like those of firebase-admin. */
  readonly isUntyped?: boolean;
}

/** A bad request; `isRejected` if it must fail at every endpoint. */
export interface BadRequest {
  readonly name: string;
  readonly request: RawRequest<string | Buffer> & { readonly path: string };
  readonly isRejected: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
const LEVELS = 20_000;
const MEBIBYTE = 1024 * 1024;
/** More than the limit of 32 MiB. */
const TOO_LARGE = Buffer.alloc(33 * MEBIBYTE, 'x');
const DEEP_ARRAY = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
const DEEP_OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

/** Ids that leave a folder, are not UTF-8, are reserved, too long or empty. */
const BAD_IDS: readonly string[] = [
  '..',
  '%2e%2e',
  '%2F..%2F..%2F..%2Fetc%2Fpasswd',
  '%5c..%5c..%5c',
  '%00',
  '%',
  '%zz',
  '%ed%a0%80',
  '%0d%0aset-cookie:a=b',
  '%3Cscript%3E',
  '__proto__',
  'constructor',
  '__x__',
  'a'.repeat(3_000),
  '',
];

/** The bad requests to an endpoint, in which `id` stands for the good ids. */
export function badRequests(endpoint: Endpoint, id: string): BadRequest[] {
  return [...malformedRequests(endpoint, id), ...invalidRequests(endpoint, id)];
}

const JSON_TYPE = 'application/json';

/** Requests with a wrong method, or with an unreadable body. */
function malformedRequests(endpoint: Endpoint, id: string): BadRequest[] {
  const { method, headers, body, isUntyped } = endpoint;
  const good = goodRequest(endpoint, id);
  const methods = METHODS.filter((other) => other !== method).map((other) => ({
    name: `the method ${other}`,
    isRejected: false,
    request: { ...good, method: other, ...(other === 'GET' ? { headers: headers ?? {}, body: '' } : {}) },
  }));
  if (body === undefined) return methods;
  const withBody = requestsWithBody(endpoint, id);
  const valid = withField(endpoint, '1');
  return [
    ...methods,
    withBody('text', 'hello', 'text/plain'),
    withBody('XML', '<a/>', 'application/xml'),
    ...(isUntyped ? [] : [withBody('no Content-Type', valid)]),
    withBody('an unknown charset', valid, 'application/json; charset=utf-99'),
    withBody('a body that is not JSON', '{"a":', JSON_TYPE),
  ];
}

/** Readable requests with ids and values that an endpoint must not accept. */
export function invalidRequests(endpoint: Endpoint, id: string): BadRequest[] {
  const { path, body } = endpoint;
  const good = goodRequest(endpoint, id);
  const ids = (path.includes('ID') ? BAD_IDS : []).map((badId) => ({
    name: `the id ${JSON.stringify(badId.slice(0, 40))}`,
    isRejected: false,
    request: { ...good, path: path.replaceAll('ID', badId) },
  }));
  if (body === undefined) return ids;
  const withBody = requestsWithBody(endpoint, id);
  return [
    ...ids,
    withBody('an array of 20,000 levels', DEEP_ARRAY, JSON_TYPE),
    withBody('a field of 20,000 levels', withField(endpoint, DEEP_OBJECT), JSON_TYPE),
    withBody('half of a surrogate pair', withField(endpoint, '"\\ud800"'), JSON_TYPE),
    withBody('a name with half of a surrogate pair', withField(endpoint, '{"\\udfff":1}'), JSON_TYPE),
  ];
}

function goodRequest({ method, path, headers, body, type }: Endpoint, id: string) {
  return {
    method,
    path: path.replaceAll('ID', id),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type ?? JSON_TYPE }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

const requestsWithBody =
  ({ method, path, headers, isOpaque }: Endpoint, id: string) =>
  (name: string, text: string, contentType?: string): BadRequest => ({
    name,
    isRejected: isOpaque !== true,
    request: {
      method,
      path: path.replaceAll('ID', id),
      headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      body: text,
    },
  });

/** The valid body with an additional field of this JSON. */
const withField = ({ body }: Endpoint, json: string) =>
  JSON.stringify({ ...body, zz: 0 }).replace('"zz":0', `"zz":${json}`);

/** A request with an oversized body, which servers reject on any path. */
export function largeRequest({ method, path, headers }: Endpoint, id: string): BadRequest {
  return {
    name: 'a body of 33 MiB',
    isRejected: true,
    request: {
      method,
      path: path.replaceAll('ID', id),
      headers: { ...headers, 'content-type': 'application/json' },
      body: TOO_LARGE,
    },
  };
}

/** A function's first call starts its process. */
const TIMEOUT_MS = 60_000;

/** Sends a request; rejects when the response takes longer than a minute. */
export async function sendInTime(url: string, request: RawRequest<string | Buffer>): Promise<RawResponse> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${request.method} ${request.path} has had no response for ${TIMEOUT_MS} ms.`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([send(url, request), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
