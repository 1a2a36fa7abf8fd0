// Random operations of four clients beside a naive model: after each of them, every client holds
// what the model says it should, and has been told in an order that the protocol allows.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Node } from '../../packages/database/src/core/node.ts';
import { hashOf, resultHashOf } from '../../packages/database/src/core/node-hash.ts';
import { parseNode } from '../../packages/database/src/core/parse-node.ts';
import { Namespace } from '../../packages/database/src/database/namespace.ts';
import { OPEN_RULES } from '../../packages/database/src/database/open-rules.ts';
import { compileRuleset, type Ruleset } from '../../packages/database/src/rules/ruleset.ts';
import { Session } from '../../packages/database/src/socket/session.ts';
import { Clock, frozenTime } from '../../packages/server/src/core/clock.ts';
import { runs } from '../support/search-runs.ts';
import { FlatTree, type Json, type ModelQuery } from './flat-tree.ts';

const NOW = 1_000;
const CLIENTS = [0, 1, 2, 3];

const key = fc.constantFrom('a', 'b', 'n', '2', '10');
const path = fc.array(key, { maxLength: 3 }).map((keys) => keys.join('/'));
const longPath = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('/'));
const priority = fc.constantFrom(1, 2, 'p');
const leaf = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('s', 't', true, false));
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
const query = fc.record(
  {
    index: fc.constantFrom('.key', '.value', '.priority', 'n'),
    start: fc.integer({ min: 0, max: 9 }),
    end: fc.integer({ min: 0, max: 9 }),
    limit: fc.integer({ min: 1, max: 3 }),
    from: fc.constantFrom('first', 'last'),
  },
  { requiredKeys: ['index'] },
) as fc.Arbitrary<ModelQuery>;
/** Bounds on keys would be strings; without any part, a query is none. */
const realQuery = query
  .map(
    (each) =>
      (each.index === '.key'
        ? { index: each.index, limit: each.limit ?? 2, from: each.from ?? 'last' }
        : each) as ModelQuery,
  )
  .filter(({ index, start, end, limit }) => index !== '.priority' || (start ?? end ?? limit) !== undefined);

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), path, json }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('merge' as const),
      path,
      json: fc.dictionary(key, json, { maxKeys: 3 }),
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
  { weight: 1, arbitrary: fc.record({ type: fc.constant('later' as const), path, json }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disconnect' as const) }) },
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

const wireQuery = ({ index, start, end, limit, from }: ModelQuery): object => ({
  ...(index !== '.priority' && { i: index }),
  ...(start !== undefined && { sp: start }),
  ...(end !== undefined && { ep: end }),
  ...(limit !== undefined && { l: limit, vf: from === 'last' ? 'r' : 'l' }),
});

/** A client as the SDKs are: it applies what it is sent to what it holds. */
class Client {
  readonly #namespace: Namespace;
  #session: Session;
  #request = 0;
  #tags = 0;
  readonly #received: string[] = [];
  readonly #transport = { send: (text: string) => void this.#received.push(text), close: () => {} };
  listens: Held[] = [];
  later: { path: string; json: Json }[] = [];

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

  /** Asks, and returns the status; whatever was pushed was pushed before. */
  ask(action: string, body: object): string {
    const request = ++this.#request;
    this.#session.receive(JSON.stringify({ t: 'd', d: { r: request, a: action, b: body } }), this.#transport);
    const answer = JSON.parse(this.#received.pop() as string).d;
    expect(answer.r).toBe(request);
    this.takePushes();
    return answer.b.s;
  }

  /** Applies what was pushed, at most one message for each listener and write. */
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
    // Without a tag it may be for another listener on the way.
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

  /** Loses the connection; listens again, with the hashes of what it holds. */
  reconnect(): void {
    this.#session.end();
    this.later = [];
    const before = this.listens;
    this.listens = [];
    this.#session = this.#connect();
    for (const { path, query, data } of before) this.listen(path, query, data);
  }
}

function hasLaterAbove(client: Client, path: string): boolean {
  return client.later.some(
    (each) => each.path !== path && (each.path === '' || path.startsWith(`${each.path}/`)),
  );
}

function dropLater(client: Client, path: string): void {
  client.later = client.later.filter(
    (each) => path !== '' && each.path !== path && !each.path.startsWith(`${path}/`),
  );
}

/** Does an operation with a client and with the model. */
function run(client: Client, model: FlatTree, operation: Operation): void {
  switch (operation.type) {
    case 'put':
      expect(client.ask('p', { p: `/${operation.path}`, d: operation.json })).toBe('ok');
      model.set(operation.path, operation.json);
      break;
    case 'merge':
      expect(client.ask('m', { p: `/${operation.path}`, d: operation.json })).toBe('ok');
      for (const [name, value] of Object.entries(operation.json)) {
        model.set(operation.path === '' ? name : `${operation.path}/${name}`, value);
      }
      break;
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
      if (!operation.isStale) model.set(operation.path, operation.json);
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
      // Below another one it is a part of that; otherwise it takes the place of those below it.
      if (!hasLaterAbove(client, operation.path)) dropLater(client, operation.path);
      client.later.push({ path: operation.path, json: operation.json });
      break;
    case 'cancel':
      if (hasLaterAbove(client, operation.path)) break;
      client.ask('oc', { p: `/${operation.path}`, d: null });
      dropLater(client, operation.path);
      break;
    case 'disconnect':
      for (const { path, json: value } of client.later) model.set(path, value);
      client.reconnect();
      break;
  }
}

it('four clients hold the state of a naive model after any operations', () => {
  const step = fc.tuple(fc.constantFrom(...CLIENTS), operation);
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), (steps) => {
      const namespace = new Namespace('n', {
        clock: new Clock(frozenTime(NOW)),
        initialRules: () => compileRuleset(OPEN_RULES).ruleset as Ruleset,
      });
      const model = new FlatTree();
      const clients = CLIENTS.map(() => new Client(namespace));
      for (const [index, each] of steps) {
        run(clients[index] as Client, model, each);
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
