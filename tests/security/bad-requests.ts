// Requests that no client of an endpoint sends, made from a valid one.
import { type RawRequest, type RawResponse, send } from './http.ts';

/** An endpoint with a valid request. */
export interface Endpoint {
  readonly method: string;
  /** `ID` stands for an id, which a bad request replaces. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON of a valid request; absent where no body is read. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The Content-Type of `body`, when it is not JSON. */
  readonly type?: string;
  /** Whether the server passes bodies on without reading them. */
  readonly isOpaque?: boolean;
  /** Whether bodies may have no Content-Type, as those of firebase-admin. */
  readonly isUntyped?: boolean;
}

/** A bad request; `isRejected` when it must not be successful, whatever the endpoint does. */
export interface BadRequest {
  readonly name: string;
  readonly request: RawRequest<string | Buffer> & { readonly path: string };
  readonly isRejected: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
const LEVELS = 20_000;
const MEBIBYTE = 1024 * 1024;
/** More than the 32 MiB that a server may be sent. */
const TOO_LARGE = Buffer.alloc(33 * MEBIBYTE, 'x');
const DEEP_ARRAY = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
const DEEP_OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

/** Ids that leave a folder, are no UTF-8, are reserved, are too long or are none. */
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
export function badRequests(
  { method, path, headers, body, type, isOpaque, isUntyped }: Endpoint,
  id: string,
): BadRequest[] {
  const goodPath = path.replaceAll('ID', id);
  const hasBody = body !== undefined;
  const valid = hasBody ? JSON.stringify(body) : undefined;
  const withBody = (name: string, text: string, contentType?: string): BadRequest => ({
    name,
    isRejected: isOpaque !== true,
    request: {
      method,
      path: goodPath,
      headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      body: text,
    },
  });
  const goodHeaders = { ...headers, ...(hasBody ? { 'content-type': type ?? 'application/json' } : {}) };
  const good = {
    method,
    path: goodPath,
    headers: goodHeaders,
    ...(valid === undefined ? {} : { body: valid }),
  };
  const withField = (value: string) => JSON.stringify({ ...body, zz: 0 }).replace('"zz":0', `"zz":${value}`);
  return [
    ...METHODS.filter((other) => other !== method).map((other) => ({
      name: `the method ${other}`,
      isRejected: false,
      request: { ...good, method: other, ...(other === 'GET' ? { headers: headers ?? {}, body: '' } : {}) },
    })),
    ...(path.includes('ID') ? BAD_IDS : []).map((badId) => ({
      name: `the id ${JSON.stringify(badId.slice(0, 40))}`,
      isRejected: false,
      request: { ...good, path: path.replaceAll('ID', badId) },
    })),
    {
      name: 'a foreign Host',
      isRejected: true,
      request: { ...good, headers: { ...goodHeaders, host: 'localhost.evil.example' } },
    },
    {
      name: 'a foreign Origin',
      isRejected: true,
      request: { ...good, headers: { ...goodHeaders, origin: 'https://evil.example' } },
    },
    ...(hasBody
      ? [
          withBody('text', 'hello', 'text/plain'),
          withBody('XML', '<a/>', 'application/xml'),
          ...(isUntyped ? [] : [withBody('no Content-Type', withField('1'))]),
          withBody('an unknown charset', withField('1'), 'application/json; charset=utf-99'),
          withBody('a body that is not JSON', '{"a":', 'application/json'),
          withBody('an array of 20,000 levels', DEEP_ARRAY, 'application/json'),
          withBody('a field of 20,000 levels', withField(DEEP_OBJECT), 'application/json'),
          withBody('half of a surrogate pair', withField('"\\ud800"'), 'application/json'),
          withBody('a name with half of a surrogate pair', withField('{"\\udfff":1}'), 'application/json'),
        ]
      : []),
  ];
}

/** A request with a body that is too large, which servers reject whatever its path. */
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

/** A function that is called for the first time starts its process. */
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
