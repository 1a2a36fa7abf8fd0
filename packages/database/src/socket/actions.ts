// The actions that clients may request over the socket, by protocol letter.

import { readWritePath } from '../core/check-key.ts';
import { formatPath } from '../core/path.ts';
import { indexName } from '../core/query.ts';
import { QueryError } from '../core/query-error.ts';
import { parseWireQuery } from '../core/wire-query.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import { type Login, loginOf, overrideLogin, SIGNED_OUT } from '../database/login.ts';
import type { Namespace } from '../database/namespace.ts';
import type { OnDisconnect } from '../database/on-disconnect.ts';
import { mergeUpdates, putUpdate, type Update } from '../database/update.ts';
import { type Body, pathOf, textOfPath } from './body.ts';
import { parseCompoundHash } from './compound-hash.ts';
import { Listen, type Receiver } from './listen.ts';

/** The session of the requesting client. */
export interface Client extends Receiver {
  readonly namespace: Namespace;
  readonly onDisconnect: OnDisconnect;
  /** Its listeners, by path and query. */
  readonly listens: Map<string, Listen>;
  signIn(login: Login): void;
}

/** Handles a request. Returns the data of the response as JSON text. */
type Action = (session: Client, body: Body) => string;

const DONE = '""';

/** The actions by letter. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['s', () => DONE],
  ['q', listen],
  ['n', unlisten],
  ['g', get],
  ['p', put],
  ['m', (session, body) => write(session, mergeUpdates(textOfPath(body), body.d))],
  ['o', (session, body) => defer(session, [putUpdate(textOfPath(body), body.d)])],
  ['om', (session, body) => defer(session, mergeUpdates(textOfPath(body), body.d))],
  ['oc', cancel],
  ['auth', signIn],
  ['gauth', signIn],
  ['unauth', signOut],
  ['appcheck', () => DONE],
  ['unappeck', () => DONE],
  ['unappcheck', () => DONE],
]);

function listen(session: Client, body: Body): string {
  const path = pathOf(body);
  const query = parseWireQuery(body.q);
  const tag = typeof body.t === 'number' ? body.t : undefined;
  const { namespace } = session;
  const listener = new Listen(
    {
      ...{ path, query, tag, wireQuery: body.q },
      hash: typeof body.h === 'string' ? body.h : '',
      compoundHash: parseCompoundHash(body.ch),
    },
    session,
  );
  const view = namespace.listen(listener);
  const key = listenKey(body);
  const before = session.listens.get(key);
  if (before !== undefined) namespace.unlisten(before);
  session.listens.set(key, listener);
  listener.start(view);
  return namespace.hasIndex(path, query) ? '{}' : '{"w":["no_index"]}';
}

function unlisten(session: Client, body: Body): string {
  const key = listenKey(body);
  const listener = session.listens.get(key);
  if (listener !== undefined) session.namespace.unlisten(listener);
  session.listens.delete(key);
  return DONE;
}

/** Identifies a listener by its path and tag or, for clients that send no tag, its query. */
function listenKey(body: Body): string {
  return `${formatPath(pathOf(body))} ${typeof body.t === 'number' ? body.t : JSON.stringify(body.q ?? null)}`;
}

function get({ namespace, login }: Client, body: Body): string {
  const path = pathOf(body);
  const query = parseWireQuery(body.q);
  const result = namespace.read(path, query, login);
  if (!namespace.hasIndex(path, query)) {
    throw new QueryError(
      `Index not defined, add ".indexOn": "${indexName(query.index)}", for path "/${formatPath(path)}", to the rules`,
    );
  }
  return writeJson(result, EXPORT);
}

function put(session: Client, body: Body): string {
  const update = putUpdate(textOfPath(body), body.d);
  return write(session, [update], typeof body.h === 'string' ? body.h : undefined);
}

function write({ namespace, login }: Client, updates: readonly Update[], hash?: string): string {
  const [first] = updates;
  const expected = hash === undefined || first === undefined ? {} : { expected: { path: first.path, hash } };
  namespace.write(updates, login, expected);
  return DONE;
}

function defer({ namespace, login, onDisconnect }: Client, updates: readonly Update[]): string {
  namespace.checkUpdates(updates, login);
  for (const update of updates) onDisconnect.set(update);
  return DONE;
}

function cancel({ onDisconnect }: Client, body: Body): string {
  const { path, isPriority } = readWritePath(textOfPath(body));
  onDisconnect.cancel(isPriority ? [...path, '.priority'] : path);
  return DONE;
}

function signIn(session: Client, body: Body): string {
  let login: Login = loginOf(String(body.cred ?? ''));
  if (body.noauth === true) login = overrideLogin(login, null);
  else if (body.authvar !== undefined) login = overrideLogin(login, body.authvar);
  session.signIn(login);
  return DONE;
}

function signOut(session: Client): string {
  session.signIn(SIGNED_OUT);
  return DONE;
}
