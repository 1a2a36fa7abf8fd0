import { MAX_REST_WRITE_BYTES } from '../core/limits.ts';
import type { Node } from '../core/node.ts';
import { formatPath, type Path } from '../core/path.ts';
import type { PushIds } from '../core/push-id.ts';
import { EXPORT, VALUES, writeJson } from '../core/write-json.ts';
import { StaleError } from '../database/namespace.ts';
import { mergeUpdates, type Update } from '../database/update.ts';
import { priorityNode } from './read.ts';
import { etagOf, sendJson } from './respond.ts';
import { ERROR_TEXT, RestError } from './rest-error.ts';
import { type RestRequest, readBody } from './rest-request.ts';

const WRITE_SIZES = new Set(['tiny', 'small', 'medium', 'large', 'unlimited']);

/** PUT, POST, PATCH and DELETE. */
export async function write(request: RestRequest, pushIds: PushIds): Promise<void> {
  const size = request.parameters.get('writeSizeLimit');
  if (size !== null && !WRITE_SIZES.has(size)) {
    throw new RestError(400, `writeSizeLimit must be one of ${[...WRITE_SIZES].join(', ')}`);
  }
  switch (request.method) {
    case 'PUT':
      put(request, await readJson(request, ERROR_TEXT.invalidJson));
      break;
    case 'POST':
      post(request, await readJson(request, ERROR_TEXT.invalidJson), pushIds);
      break;
    case 'PATCH':
      patch(request, await readJson(request, ERROR_TEXT.invalidObject));
      break;
    default:
      request.request.resume();
      put(request, null);
  }
}

async function readJson(request: RestRequest, invalid: string): Promise<unknown> {
  const body = await readBody(request, MAX_REST_WRITE_BYTES);
  if (body.length === 0) throw new RestError(400, ERROR_TEXT.noData);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new RestError(400, invalid);
  }
}

function put(request: RestRequest, json: unknown): void {
  const { path, isPriority } = request;
  const newRoot = commit(request, [{ path, isPriority, json }]);
  if (newRoot === undefined) return;
  const node = newRoot.at(path);
  // For an import of 100 MB, the response would be just as large.
  if (isPriority || request.parameters.get('print') === 'silent') {
    sendJson(request, JSON.stringify(node.priority));
  } else sendJson(request, writeJson(node, formatOf(request)));
}

function post(request: RestRequest, json: unknown, pushIds: PushIds): void {
  const name = pushIds.next(request.namespace.nowMs);
  const update = { path: [...request.path, name], isPriority: false, json };
  if (commit(request, [update]) !== undefined) sendJson(request, JSON.stringify({ name }));
}

function patch(request: RestRequest, json: unknown): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new RestError(400, ERROR_TEXT.invalidObject);
  }
  const updates = mergeUpdates(formatPath(request.path), json);
  const newRoot = commit(request, updates);
  if (newRoot === undefined) return;
  const entries = Object.keys(json).map((key, index) => {
    const { path, isPriority } = updates[index] as Update;
    const node = newRoot.at(path);
    return `${JSON.stringify(key)}:${writeJson(isPriority ? priorityNode(node) : node, formatOf(request))}`;
  });
  sendJson(request, `{${entries.join(',')}}`);
}

function formatOf({ parameters }: RestRequest) {
  return parameters.get('format') === 'export' ? EXPORT : VALUES;
}

/** Writes if the data still has the ETag in `If-Match`; otherwise responds with 412. */
function commit(request: RestRequest, updates: readonly Update[]): Node | undefined {
  const { namespace, login, parameters, response } = request;
  const { 'if-match': ifMatch, 'x-firebase-etag': wantsEtag } = request.request.headers;
  const place: Path = request.path;
  try {
    const newRoot = namespace.write(updates, login, {
      isSilent: parameters.get('disableTriggers') === 'true',
      ...(ifMatch !== undefined && {
        expected: { path: place, hash: ifMatch === 'null_etag' ? '' : ifMatch },
      }),
    });
    if (wantsEtag === 'true' || ifMatch !== undefined) response.setHeader('etag', etagOf(newRoot.at(place)));
    return newRoot;
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
    // Clients without read access must not learn the value.
    const current = namespace.read(place, { index: { kind: 'priority' } }, login);
    response.setHeader('etag', etagOf(current));
    sendJson(request, writeJson(current, VALUES), 412);
    return undefined;
  }
}
