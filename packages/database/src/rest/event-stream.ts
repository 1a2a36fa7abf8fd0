// `Accept: text/event-stream`: data and its changes as server-sent events.

import { Node } from '../core/node.ts';
import { commonAncestor, formatPath, type Path } from '../core/path.ts';
import type { Query } from '../core/query.ts';
import { EXPORT, type JsonFormat, VALUES, writeJson } from '../core/write-json.ts';
import type { Login } from '../database/login.ts';
import type { Listener } from '../database/namespace.ts';
import type { Push } from '../database/query-view.ts';
import { setHeaders } from './respond.ts';
import type { RestRequest } from './rest-request.ts';

const KEEP_ALIVE_MS = 30_000;
/** A reader with more unread bytes is disconnected. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Sends the data of a query, then its changes, until the client leaves or rules revoke the read.
 * @throws DeniedError
 */
export function openEventStream(request: RestRequest, query: Query): void {
  const { namespace, response } = request;
  const stream = new EventStream(request, query);
  const { initialPush } = namespace.listen(stream);
  setHeaders(request);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  stream.onPush(initialPush);
  const keepAlive = setInterval(() => stream.send('keep-alive', 'null'), KEEP_ALIVE_MS).unref();
  const expiry = namespace.onExpired(stream.login, () => {
    stream.send('auth_revoked', 'credential is no longer valid');
    response.end();
  });
  response.once('close', () => {
    expiry?.cancel();
    clearInterval(keepAlive);
    namespace.unlisten(stream);
  });
}

class EventStream implements Listener {
  readonly path: Path;
  readonly query: Query;
  readonly login: Login;
  readonly #request: RestRequest;
  readonly #format: JsonFormat;

  constructor(request: RestRequest, query: Query) {
    ({ path: this.path, login: this.login } = request);
    this.query = query;
    this.#request = request;
    this.#format = request.parameters.get('format') === 'export' ? EXPORT : VALUES;
  }

  onRevoked(): void {
    this.send('cancel', 'null');
    this.#request.response.end();
  }

  send(event: string, data: string): void {
    const { response } = this.#request;
    response.write(`event: ${event}\ndata: ${data}\n\n`);
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  }

  onPush({ kind, entries }: Push): void {
    const [[first, node] = [[], Node.EMPTY] as const] = entries;
    if (kind === 'put') {
      this.#event('put', first, writeJson(node, this.#format));
      return;
    }
    const place = entries.map(([path]) => path).reduce(commonAncestor);
    const members = entries.map(
      ([path, child]) =>
        `${JSON.stringify(formatPath(path.slice(place.length)))}:${writeJson(child, this.#format)}`,
    );
    this.#event('patch', place, `{${members.join(',')}}`);
  }

  #event(event: string, path: Path, data: string): void {
    this.send(event, `{"path":${JSON.stringify(`/${formatPath(path)}`)},"data":${data}}`);
  }
}
