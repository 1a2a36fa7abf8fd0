// Names the emulators' operations as in Google's references. Only names are taken from a request,
// because a query may contain tokens and codes, and a body passwords.

import type { IncomingMessage } from 'node:http';

type Attributes = Record<string, string>;

export interface Operation {
  readonly service: string;
  readonly name: string;
  readonly attributes: Attributes;
}

type Described = Pick<Operation, 'name'> & Partial<Operation>;
type DescribedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Undefined for requests that are not recorded: polls, preflights, the start of the stack.
 * @param server its name in firebase.json
 */
export function describeOperation(
  server: string | undefined,
  request: DescribedRequest,
): Operation | undefined {
  const { method = '', url = '' } = request;
  const path = url.replace(/\?.*/s, '');
  if (method === 'OPTIONS' || server === undefined) return undefined;
  const described = DESCRIBE[server]?.(method, path, request);
  if (described === undefined) return undefined;
  const { service = server, name, attributes = {} } = described;
  return { service, name, attributes: { 'http.request.method': method, 'url.path': path, ...attributes } };
}

const DESCRIBE: Readonly<
  Record<string, (method: string, path: string, request: DescribedRequest) => Described | undefined>
> = {
  auth: describeAuth,
  storage: describeStorage,
  hosting: (method, path) => ({ name: `${method} ${path}` }),
  functions: describeSchedule,
};

/**
 * `accounts:signUp`, `projects.accounts:update`, `token`, `emulator.oobCodes`
 * (https://cloud.google.com/identity-platform/docs/reference/rest).
 */
function describeAuth(method: string, path: string): Described | undefined {
  const [, operation] =
    /^\/(?:www\.googleapis\.com\/)?(?:identitytoolkit|securetoken)(?:\.googleapis\.com)?\/v\d[^/]*\/(.+)$/.exec(
      path,
    ) ?? [];
  if (operation !== undefined)
    return { name: operationName(method, operation.replace(/^relyingparty\//, 'accounts:')) };
  const [, ofEmulator] = /^\/emulator\/(?:v1\/)?(.+)$/.exec(path) ?? [];
  return ofEmulator === undefined ? undefined : { name: `emulator.${operationName(method, ofEmulator)}` };
}

/**
 * Removes the ids from a path: `projects/p1/tenants/t1/accounts:update` becomes
 * `projects.tenants.accounts:update`.
 */
function operationName(method: string, path: string): string {
  const names = path.split('/').filter((_segment, index, all) => !isId(all[index - 1]));
  const name = names.join('.');
  return name.includes(':') || name === 'token' ? name : `${method} ${name}`;
}

function isId(collection = ''): boolean {
  return ['projects', 'tenants', 'accounts'].includes(collection);
}

const OBJECT_METHODS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  PUT: 'insert',
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
};

/**
 * `storage.objects.insert`: the method names of the JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1), for all three APIs.
 */
function describeStorage(
  method: string,
  path: string,
  { url = '' }: DescribedRequest,
): Described | undefined {
  const json =
    /^(?:\/(?:upload|download|resumable\/upload))*(?:\/storage\/v1|\/v0)?\/b(?:\/([^/]+)(?:\/o(?:\/([^/]+)(?:\/(copyTo|rewriteTo|compose)\/.*)?)?)?)?$/.exec(
      path,
    );
  if (json !== null) {
    const [, bucket, inPath, verb] = json;
    const isOfObjects = /\/o(\/|$)/.test(path);
    const object = decode(inPath) ?? new URL(url, 'http://localhost').searchParams.get('name') ?? undefined;
    if (!isOfObjects)
      return storageOperation('buckets', bucket === undefined ? 'list' : OBJECT_METHODS[method], bucket);
    if (verb !== undefined) return storageOperation('objects', verb.replace('To', ''), bucket, object);
    if (object === undefined && method === 'GET') return storageOperation('objects', 'list', bucket);
    const isUpdate = method === 'PUT' && !path.startsWith('/upload') && path.startsWith('/storage');
    return storageOperation('objects', isUpdate ? 'update' : OBJECT_METHODS[method], bucket, object);
  }
  if (path.startsWith('/internal/') || path === '/') return undefined;
  const [, bucket, ...rest] = path.split('/');
  return rest.length === 0
    ? storageOperation('objects', 'list', bucket)
    : storageOperation('objects', OBJECT_METHODS[method], bucket, decode(rest.join('/')));
}

function storageOperation(
  resource: string,
  verb: string | undefined,
  bucket?: string,
  object?: string,
): Described {
  return {
    name: `storage.${resource}.${verb ?? 'get'}`,
    attributes: {
      ...(bucket !== undefined && { 'storage.bucket': bucket }),
      ...(object !== undefined && { 'storage.object': object }),
    },
  };
}

/**
 * The run of a schedule, regardless of the caller. Other functions are recorded in their workers.
 */
function describeSchedule(
  _method: string,
  _path: string,
  { headers }: DescribedRequest,
): Described | undefined {
  const job = headers['x-cloudscheduler-jobname'];
  if (typeof job !== 'string') return undefined;
  return { service: 'schedules', name: `schedule ${job}`, attributes: { 'faas.job': job } };
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
