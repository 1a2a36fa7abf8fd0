// Random operations of four clients, and of REST beside them, with a naive model: after each of
// them, every client holds the state that the model predicts, and was notified in an order that the
// protocol allows.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Node } from '../../packages/database/src/core/node.ts';
import { hashOf, resultHashOf } from '../../packages/database/src/core/node-hash.ts';
import { parseNode } from '../../packages/database/src/core/parse-node.ts';
import { PushIds } from '../../packages/database/src/core/push-id.ts';
import type { Namespace } from '../../packages/database/src/database/namespace.ts';
import { Namespaces } from '../../packages/database/src/database/namespaces.ts';
import { serveRest } from '../../packages/database/src/rest/rest.ts';
import { createExchange } from '../../packages/database/src/rest/rest-request.ts';
import { compileRuleset, type Ruleset } from '../../packages/database/src/rules/ruleset.ts';
import { Session } from '../../packages/database/src/socket/session.ts';
import { Clock, frozenTime } from '../../packages/server/src/core/clock.ts';
import { runs } from '../support/search-runs.ts';
import { below, FlatTree, isWithin, type Json, type ModelBound, type ModelQuery } from './flat-tree.ts';
import { resolveMarkedValues, withMarkedValues } from './server-values.ts';
import { WaitingWrites } from './waiting-writes.ts';

const NOW = 1_000;
const CLIENTS = [0, 1, 2, 3];

const key = fc.constantFrom('a', 'b', 'n', '2', '10');
const path = fc.array(key, { maxLength: 3 }).map((keys) => keys.join('/'));
const longPath = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('/'));
const priority = fc.constantFrom(1, 2, 'p');
const primitive = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('s', 't', true, false));
const serverValue = fc.constantFrom({ '.sv': 'timestamp' }, { '.sv': { increment: 2 } });
const leaf = fc.oneof({ weight: 5, arbitrary: primitive }, { weight: 1, arbitrary: serverValue });
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ '.value': leaf, '.priority': priority }) },
    { weight: 4, arbitrary: fc.dictionary(key, tie('json'), { maxKeys: 4 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.dictionary(key, tie('json'), { maxKeys: 3 }), priority)
        .map(([children, order]) => ({ ...children, '.priority': order })),
    },
  ),
}));

/** Keys with their JSON, and paths with their priorities, which may be nested. */
const merge = fc
  .dictionary(
    fc.oneof(
      { weight: 3, arbitrary: key },
      { weight: 1, arbitrary: longPath },
      { weight: 1, arbitrary: path.map((each) => below(each, '.priority')) },
    ),
    json,
    { maxKeys: 4 },
  )
  .chain((places) =>
    fc.record(
      Object.fromEntries(
        Object.entries(places).map(([place, value]) => [
          place,
          place.endsWith('.priority') ? fc.option(priority) : fc.constant(value),
        ]),
      ) as Record<string, fc.Arbitrary<Json>>,
    ),
  );

/** The bounds that the SDKs send for `startAt` and `endAt`, `startAfter` and `endBefore`. */
const boundOf = (value: fc.Arbitrary<ModelBound['value']>): fc.Arbitrary<ModelBound> =>
  fc.record({ value, key: fc.option(key, { nil: undefined }), isInclusive: fc.boolean() }) as never;
const bound = boundOf(fc.oneof(primitive, fc.constant(null)));
const keyBound = fc.record({ value: key, isInclusive: fc.boolean() });
const range = (each: fc.Arbitrary<ModelBound>) =>
  fc.oneof(
    fc.record({ start: each, end: each }, { requiredKeys: [] }),
    each.map((equal) => ({ start: { ...equal, isInclusive: true }, end: { ...equal, isInclusive: true } })),
  );
const limit = fc.oneof(
  fc.constant({}),
  fc.record({ limit: fc.integer({ min: 1, max: 3 }), from: fc.constantFrom('first', 'last') }),
);
/** A query without any part is not a query. */
const realQuery = fc
  .oneof(
    fc.tuple(fc.record({ index: fc.constantFrom('.value', '.priority', 'n') }), range(bound), limit),
    fc.tuple(fc.constant({ index: '.key' }), range(keyBound), limit),
  )
  .map((parts) => Object.assign({}, ...parts) as ModelQuery)
  .filter(({ start, end, limit }) => start !== undefined || end !== undefined || limit !== undefined);

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), path, json }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('merge' as const),
      path,
      json: merge,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('priority' as const),
      path: longPath,
      priority: fc.option(priority),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('increment' as const),
      path: longPath,
      by: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('transaction' as const), path, json, isStale: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('listen' as const), path, query: fc.option(realQuery) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('unlisten' as const), index: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('later' as const), path, json }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('laterMerge' as const), path, json: merge }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const), path }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('disconnect' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('rest' as const),
      path,
      json,
      method: fc.constantFrom('PUT', 'POST', 'DELETE'),
      tag: fc.constantFrom('none', 'current', 'stale'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restMerge' as const), path, json: merge }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('read' as const), path, query: fc.option(realQuery) }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer Each> ? Each : never;

interface Held {
  readonly path: string;
  readonly query: ModelQuery | null;
  readonly tag: number | undefined;
  readonly data: FlatTree;
  pushes: number;
}

const nodeOf = (value: Json): Node =>
  parseNode(value, { existing: Node.EMPTY, depth: 0, values: { nowMs: NOW } });

const wireBound = (end: 's' | 'e', bound: ModelBound | undefined): object =>
  bound === undefined
    ? {}
    : {
        [`${end}p`]: bound.value,
        ...(bound.key !== undefined && { [`${end}n`]: bound.key }),
        [`${end}in`]: bound.isInclusive,
      };

const wireQuery = ({ index, start, end, limit, from }: ModelQuery): object => ({
  ...(index !== '.priority' && { i: index }),
  ...wireBound('s', start),
  ...wireBound('e', end),
  ...(limit !== undefined && { l: limit, vf: from === 'last' ? 'r' : 'l' }),
});

const restBound = (inclusive: string, exclusive: string, bound: ModelBound | undefined): object =>
  bound === undefined
    ? {}
    : {
        [bound.isInclusive ? inclusive : exclusive]: [bound.value, bound.key]
          .filter((part) => part !== undefined)
          .map((part) => JSON.stringify(part))
          .join(),
      };

const restQuery = ({ index, start, end, limit, from }: ModelQuery): object => ({
  orderBy: JSON.stringify(index.replace('.', '$')),
  ...restBound('startAt', 'startAfter', start),
  ...restBound('endAt', 'endBefore', end),
  ...(limit !== undefined && { [from === 'last' ? 'limitToLast' : 'limitToFirst']: limit }),
});

/** A client like the SDKs: it applies updates to its data. */
class Client {
  readonly #namespace: Namespace;
  #session: Session;
  #request = 0;
  #tags = 0;
  readonly #received: string[] = [];
  readonly #transport = { send: (text: string) => void this.#received.push(text), close: () => {} };
  listens: Held[] = [];
  later = new WaitingWrites();

  constructor(namespace: Namespace) {
    this.#namespace = namespace;
    this.#session = this.#connect();
  }

  #connect(): Session {
    const session = new Session({ id: 's', namespace: this.#namespace, host: 'h' }, this.#transport);
    session.start();
    this.#received.length = 0;
    return session;
  }

  /** Sends a request, and returns the status; all earlier pushes have arrived by then. */
  ask(action: string, body: object): string {
    const request = ++this.#request;
    this.#session.receive(JSON.stringify({ t: 'd', d: { r: request, a: action, b: body } }), this.#transport);
    const answer = JSON.parse(this.#received.pop() as string).d;
    expect(answer.r).toBe(request);
    this.takePushes();
    return answer.b.s;
  }

  /** Applies pushes, at most one message per listener and write. */
  takePushes(): void {
    for (const held of this.listens) held.pushes = 0;
    for (const text of this.#received.splice(0)) {
      const { a, b } = JSON.parse(text).d;
      for (const held of this.listens.filter(({ tag }) => tag === b.t)) this.#apply(held, a, b);
    }
  }

  #apply(held: Held, action: string, { p, d }: { p: string; d: Json }): void {
    const entries: [string, Json][] =
      action === 'd'
        ? [[p, d]]
        : Object.entries(d as object).map(([name, value]) => [p === '' ? name : `${p}/${name}`, value]);
    const isMine = entries.every(
      ([place]) => held.path === '' || place === held.path || place.startsWith(`${held.path}/`),
    );
    // Without a tag it may belong to another listener on the path.
    if (!isMine) {
      expect(held.tag).toBeUndefined();
      return;
    }
    held.pushes += 1;
    for (const [place, value] of entries) held.data.set(place, value);
    if (held.tag === undefined) return;
    expect(held.pushes).toBe(1);
    const { limit } = held.query as ModelQuery;
    if (limit !== undefined) expect(held.data.children(held.path).length).toBeLessThanOrEqual(limit);
  }

  listen(path: string, query: ModelQuery | null, data = new FlatTree()): void {
    const tag = query === null ? undefined : ++this.#tags;
    const held: Held = { path, query, tag, data, pushes: 0 };
    this.listens.push(held);
    const node = nodeOf(data.json(path));
    const h = query === null ? hashOf(node) : resultHashOf(node);
    this.ask('q', { p: `/${path}`, h, ...(query && { q: wireQuery(query), t: tag }) });
  }

  unlisten(held: Held): void {
    this.listens = this.listens.filter((each) => each !== held);
    this.ask('n', { p: `/${held.path}`, ...(held.query && { q: wireQuery(held.query), t: held.tag }) });
  }

  /** Loses the connection; listens again, with the hashes of its data. */
  reconnect(): void {
    this.#session.end();
    this.later = new WaitingWrites();
    const before = this.listens;
    this.listens = [];
    this.#session = this.#connect();
    for (const { path, query, data } of before) this.listen(path, query, data);
  }
}

const resolve = (model: FlatTree, path: string, json: Json): Json =>
  resolveMarkedValues(withMarkedValues(json), model, path, NOW);

/** The paths of a merge; undefined if one is within another. */
function placesOf(path: string, json: object): [string, Json][] | undefined {
  const places = Object.entries(json).map(([name, value]) => [below(path, name), value] as [string, Json]);
  const isAmbiguous = places.some(([place]) =>
    places.some(([other]) => place !== other && isWithin(place, other)),
  );
  return isAmbiguous ? undefined : places;
}

const isPriority = (place: string): boolean => place.endsWith('.priority');
const ownerOf = (place: string): string => place.replace(/\/?\.priority$/, '');

/** Applies a merge to the model, priorities last. Returns whether it is valid. */
function mergeModel(model: FlatTree, path: string, json: object): boolean {
  const places = placesOf(path, json);
  const writes = places?.map(([place, value]) => [place, resolve(model, place, value)] as const) ?? [];
  for (const [place, value] of writes) if (!isPriority(place)) model.set(place, value);
  for (const [place, value] of writes) {
    if (isPriority(place)) model.setPriority(ownerOf(place), value as string | null);
  }
  return places !== undefined;
}

/** The databases of the running sequence, which REST serves. */
let namespaces: Namespaces;
const pushIds = new PushIds();
const server = createServer((request, response) => {
  void serveRest(createExchange(request, response, namespaces), pushIds).catch((error) => {
    response.writeHead(400).end(String(error));
  });
});
let url: string;
beforeAll(async () => {
  // A connection that the server closes when idle would fail the request that begins just then.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const callRest = (method: string, path: string, body?: Json, headers: Record<string, string> = {}) =>
  fetch(`${url}/${path}.json`, {
    ...{ method, headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

type RestWrite = Extract<Operation, { type: 'rest' }>;

async function writeByRest(model: FlatTree, { method, path, json, tag }: RestWrite): Promise<void> {
  const etag =
    tag === 'current'
      ? (await callRest('GET', path, undefined, { 'x-firebase-etag': 'true' })).headers.get('etag')
      : 'x';
  const response = await callRest(
    method,
    path,
    method === 'DELETE' ? undefined : json,
    tag === 'none' ? {} : { 'if-match': etag as string },
  );
  const text = await response.text();
  expect(response.status, text).toBe(tag === 'stale' ? 412 : 200);
  if (tag === 'stale') return;
  const place = method === 'POST' ? below(path, JSON.parse(text).name) : path;
  model.set(place, method === 'DELETE' ? null : resolve(model, place, json));
}

/** Executes an operation on a client and on the model. */
async function run(client: Client, model: FlatTree, operation: Operation): Promise<void> {
  switch (operation.type) {
    case 'put':
      expect(client.ask('p', { p: `/${operation.path}`, d: operation.json })).toBe('ok');
      model.set(operation.path, resolve(model, operation.path, operation.json));
      break;
    case 'merge': {
      const status = client.ask('m', { p: `/${operation.path}`, d: operation.json });
      expect(status).toBe(mergeModel(model, operation.path, operation.json) ? 'ok' : 'failure');
      break;
    }
    case 'priority':
      client.ask('p', { p: `/${operation.path}/.priority`, d: operation.priority });
      model.setPriority(operation.path, operation.priority);
      break;
    case 'increment': {
      const before = model.leaves.get(operation.path);
      client.ask('p', { p: `/${operation.path}`, d: { '.sv': { increment: operation.by } } });
      model.set(operation.path, (typeof before === 'number' ? before : 0) + operation.by);
      break;
    }
    case 'transaction': {
      const h = operation.isStale ? 'stale' : hashOf(nodeOf(model.json(operation.path)));
      const status = client.ask('p', { p: `/${operation.path}`, d: operation.json, h });
      expect(status).toBe(operation.isStale ? 'datastale' : 'ok');
      if (!operation.isStale) model.set(operation.path, resolve(model, operation.path, operation.json));
      break;
    }
    case 'listen':
      if (client.listens.length < 5) {
        const isKnown = client.listens.some(
          ({ path, query }) => path === operation.path && query === operation.query,
        );
        if (!isKnown) client.listen(operation.path, operation.query);
      }
      break;
    case 'unlisten': {
      const held = client.listens[operation.index];
      if (held !== undefined) client.unlisten(held);
      break;
    }
    case 'later':
      expect(client.ask('o', { p: `/${operation.path}`, d: operation.json })).toBe('ok');
      client.later.set(operation.path, withMarkedValues(operation.json));
      break;
    case 'laterMerge': {
      const places = placesOf(operation.path, operation.json);
      const status = client.ask('om', { p: `/${operation.path}`, d: operation.json });
      expect(status).toBe(places === undefined ? 'failure' : 'ok');
      for (const [place, value] of places ?? []) {
        if (isPriority(place)) client.later.setPriority(ownerOf(place), value as string | null);
        else client.later.set(place, withMarkedValues(value));
      }
      break;
    }
    case 'cancel':
      client.ask('oc', { p: `/${operation.path}`, d: null });
      client.later.cancel(operation.path);
      break;
    case 'disconnect':
      client.later.writeTo(model, (value, place) => resolveMarkedValues(value, model, place, NOW));
      client.reconnect();
      break;
    case 'rest':
      await writeByRest(model, operation);
      break;
    case 'restMerge': {
      const { status } = await callRest('PATCH', operation.path, operation.json);
      expect(status).toBe(mergeModel(model, operation.path, operation.json) ? 200 : 400);
      break;
    }
    case 'read': {
      const { path, query } = operation;
      const parameters = new URLSearchParams({ format: 'export', ...(query && restQuery(query)) });
      const response = await fetch(`${url}/${path}.json?${parameters}`);
      expect(await response.json()).toEqual(query === null ? model.json(path) : model.query(path, query));
      break;
    }
  }
}

/** With the index that REST queries need, at each depth. */
const RULES = JSON.stringify({
  rules: {
    '.read': true,
    '.write': true,
    ...['$a', '$b', '$c', '$d'].reduceRight<object>(
      (below, variable) => ({ '.indexOn': ['n', '.value'], [variable]: below }),
      { '.indexOn': ['n', '.value'] },
    ),
  },
});

it('four clients hold the state of a naive model after any operations', async () => {
  const step = fc.tuple(fc.constantFrom(...CLIENTS), operation);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      namespaces = new Namespaces({
        clock: new Clock(frozenTime(NOW)),
        initialRules: () => compileRuleset(RULES).ruleset as Ruleset,
      });
      const namespace = namespaces.of(null, undefined);
      const model = new FlatTree();
      const clients = CLIENTS.map(() => new Client(namespace));
      for (const [index, each] of steps) {
        await run(clients[index] as Client, model, each);
        for (const client of clients) {
          client.takePushes();
          for (const { path, query, data } of client.listens) {
            expect(data.json(path)).toEqual(query === null ? model.json(path) : model.query(path, query));
          }
        }
      }
      expect(namespace.root.equals(nodeOf(model.json('')))).toBe(true);
    }),
    // Ten thousand in a deep run.
    { numRuns: runs(runs(1) > 1 ? 1_000 : 300) },
  );
});
