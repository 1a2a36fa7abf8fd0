import { Node } from '../core/node.ts';
import { EXPORT, VALUES, writeJson, writeShallow } from '../core/write-json.ts';
import { openEventStream } from './event-stream.ts';
import { etagOf, sendJson, setHeaders } from './respond.ts';
import { RestError } from './rest-error.ts';
import { readRestQuery } from './rest-query.ts';
import type { RestRequest } from './rest-request.ts';

const TIMEOUT = /^(\d+)(ms|s|min)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 };
const MAX_TIMEOUT_MS = 15 * 60_000;

/** GET and HEAD: data once, or as a stream of changes. */
export function read(request: RestRequest): void {
  const { namespace, path, login, parameters } = request;
  checkTimeout(parameters.get('timeout'));
  const query = readRestQuery(request);
  if (/\btext\/event-stream\b/.test(request.request.headers.accept ?? '') && request.method === 'GET') {
    openEventStream(request, query);
    return;
  }
  const found = namespace.read(path, query, login);
  const node = request.isPriority ? priorityNode(found) : found;
  const { 'if-none-match': known, 'x-firebase-etag': wantsEtag } = request.request.headers;
  if (wantsEtag === 'true' || known !== undefined) {
    const etag = etagOf(node);
    request.response.setHeader('etag', etag);
    if (known === etag) {
      setHeaders(request);
      request.response.writeHead(304).end();
      return;
    }
  }
  if (parameters.get('shallow') === 'true') sendJson(request, writeShallow(node));
  else sendJson(request, writeJson(node, parameters.get('format') === 'export' ? EXPORT : VALUES));
}

/** A node's priority as a node. */
export function priorityNode({ priority }: Node): Node {
  return priority === null ? Node.EMPTY : Node.leaf(priority);
}

/** Validates the `timeout` parameter. No read takes that long here. */
function checkTimeout(text: string | null): void {
  if (text === null) return;
  const [, number, unit = ''] = TIMEOUT.exec(text) ?? [];
  const ms = Number(number) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(ms <= MAX_TIMEOUT_MS)) {
    throw new RestError(400, 'timeout must be a duration such as 3ms, 3s or 3min, of at most 15min');
  }
}
