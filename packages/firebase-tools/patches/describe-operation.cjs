// The operations of the emulators by the names that Google's references have for them. Only names
// are taken from a request: a query may have tokens and codes, a body passwords.

/**
 * @param {string} server name of the server in firebase.json
 * @param {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders }}
 *   request
 * @returns {{ service: string, name: string, attributes: Record<string, string> } | undefined}
 *   undefined for what is not recorded: polls, preflights, the start of the stack itself
 */
function describeOperation(server, request) {
  const { method, url } = request;
  const path = url.split('?', 1)[0];
  if (method === 'OPTIONS') return undefined;
  const described = DESCRIBE[server]?.(method, path, request);
  if (described === undefined) return undefined;
  const { service = server, name, attributes = {} } = described;
  return { service, name, attributes: { 'http.request.method': method, 'url.path': path, ...attributes } };
}

const DESCRIBE = {
  auth: describeAuth,
  storage: describeStorage,
  hosting: (method, path) => ({ name: `${method} ${path}` }),
  functions: describeSchedule,
};

/**
 * `accounts:signUp`, `projects.accounts:update`, `token`, `emulator.oobCodes`
 * (https://cloud.google.com/identity-platform/docs/reference/rest).
 */
function describeAuth(method, path) {
  const api =
    /^\/(?:www\.googleapis\.com\/)?(identitytoolkit|securetoken)(?:\.googleapis\.com)?\/v\d[^/]*\/(.+)$/.exec(
      path,
    );
  if (api !== null) return { name: operationName(method, api[2].replace(/^relyingparty\//, 'accounts:')) };
  const emulator = /^\/emulator\/(?:v1\/)?(.+)$/.exec(path);
  return emulator === null ? undefined : { name: `emulator.${operationName(method, emulator[1])}` };
}

/**
 * Without the ids in a path: `projects/p1/tenants/t1/accounts:update` is
 * `projects.tenants.accounts:update`.
 */
function operationName(method, path) {
  const names = path.split('/').filter((_segment, index, all) => !isId(all[index - 1]));
  const name = names.join('.');
  return name.includes(':') || name === 'token' ? name : `${method} ${name}`;
}

function isId(collection) {
  return ['projects', 'tenants', 'accounts'].includes(collection);
}

const OBJECT_METHODS = {
  GET: 'get',
  HEAD: 'get',
  PUT: 'insert',
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
};

/**
 * `storage.objects.insert`: the methods of the JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1), also of the other two APIs.
 */
function describeStorage(method, path, { url }) {
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

function storageOperation(resource, verb, bucket, object) {
  return {
    name: `storage.${resource}.${verb ?? 'get'}`,
    attributes: {
      ...(bucket !== undefined && { 'storage.bucket': bucket }),
      ...(object !== undefined && { 'storage.object': object }),
    },
  };
}

/** The run of a schedule, whoever calls it. Other functions are recorded in their workers. */
function describeSchedule(_method, _path, { headers }) {
  const job = headers['x-cloudscheduler-jobname'];
  if (typeof job !== 'string') return undefined;
  return { service: 'schedules', name: `schedule ${job}`, attributes: { 'faas.job': job } };
}

function decode(text) {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

module.exports = { describeOperation };
