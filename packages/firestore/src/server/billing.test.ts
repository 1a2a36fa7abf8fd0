// Tests flows with the operations that Firestore charges for them. Each flow cites the section of
// https://firebase.google.com/docs/firestore/pricing that contains its rule.
import { type DescMessage, fromJson, type JsonValue } from '@bufbuild/protobuf';
import type { SpanRecord } from '@savepoint/server/core/tracing';
import { afterEach, describe, expect, it } from 'vitest';
import { Fields, type FieldValue, VectorValue } from '../core/value.ts';
import { OWNER } from '../database/access-control.ts';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { Firestore, type ListenResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import { createFirestoreService } from '../rpc/emulator-service.ts';
import type { CallContext } from '../rpc/firestore-service.ts';
import { compileRuleset } from '../rules/ruleset.ts';
import { traceRequests } from './request-tracing.ts';

const DATABASE = 'projects/p/databases/(default)';
const DOCUMENTS = `${DATABASE}/documents`;
const MINUTE_MICROS = 60_000_000;
const CITIES = 12;
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function settings(id) { return get(/databases/$(database)/documents/settings/$(id)).data; }
    match /cities/{id} { allow read: if true; }
    match /plain/{id} { allow read, write: if true; }
    match /many/{id} { allow read: if true; }
    match /vectors/{id} { allow read: if true; }
    match /{path=**}/streets/{id} { allow read: if true; }
    match /nowhere/{id} { allow read: if true; }
    match /once/{id} { allow read, write: if settings('a').on == true && settings('a').on == true; }
    match /either/{id} { allow read, write: if settings('a').on == true || settings('b').on == true; }
    match /two/{id} { allow read, write: if settings('a').on == true && settings('b').on == true; }
    match /absent/{id} { allow read: if !exists(/databases/$(database)/documents/settings/none); }
    match /after/{id} { allow write: if getAfter(/databases/$(database)/documents/settings/a).data.on == true; }
    match /denied/{id} { allow read, write: if settings('a').on == false; }
  }
}`;

type Json = { [name: string]: JsonValue };

/** Sends requests to the emulator as a client, and sums the counts on their spans. */
class Client {
  readonly spans: SpanRecord[] = [];
  now = 1_700_000_000_000_000;
  readonly emulator = new FirestoreEmulator({ clock: () => this.now++ });
  readonly #service = traceRequests(createFirestoreService(this.emulator), (span) => this.spans.push(span));

  async load(documents: Record<string, Record<string, FieldValue>>): Promise<void> {
    const mutations = Object.entries(documents).map(([path, fields]) => ({
      kind: 'update' as const,
      path,
      fields: Object.assign(new Fields(), fields),
      mask: undefined,
      transforms: [],
      precondition: undefined,
    }));
    await this.emulator.database(DATABASE).commit(mutations, OWNER);
  }

  /** Sends a request and reads the whole response. Returns its messages, or none if it failed. */
  async send(method: string, json: Json, authorization?: string): Promise<unknown[]> {
    const call = callContext(authorization);
    const { input } = Firestore.methods.find(({ localName }) => localName === method) as {
      input: DescMessage;
    };
    const request = fromJson(input, json);
    const run = this.#service[method as 'runQuery'] as unknown as (
      request: unknown,
      call: CallContext,
    ) => unknown;
    try {
      const response = await run(request, call);
      const isStream = typeof response === 'object' && response !== null && Symbol.asyncIterator in response;
      if (!isStream) return [response];
      const messages: unknown[] = [];
      for await (const message of response as AsyncIterable<unknown>) messages.push(message);
      return messages;
    } catch {
      return [];
    }
  }

  async query(structuredQuery: Json, more: Json = {}): Promise<void> {
    await this.send('runQuery', { parent: DOCUMENTS, structuredQuery, ...more });
  }

  async aggregate(structuredQuery: Json, aggregations: Json[] = [{ alias: 'n', count: {} }]): Promise<void> {
    await this.send('runAggregationQuery', {
      parent: DOCUMENTS,
      structuredAggregationQuery: { structuredQuery, aggregations },
    });
  }

  async commit(writes: Json[], authorization = 'Bearer owner', more: Json = {}): Promise<void> {
    await this.send('commit', { database: DATABASE, writes, ...more }, authorization);
  }

  /** Opens a Listen stream with one target. Resolves once the target is current. */
  async listen(addTarget: Json, authorization?: string): Promise<Listener> {
    const listener = new Listener((requests) => this.#service.listen(requests, callContext(authorization)));
    await listener.add({ targetId: 1, ...addTarget });
    return listener;
  }

  /** Reads, writes and deletes. */
  get bill(): number[] {
    const sum = (name: string) =>
      this.spans
        .filter(({ endMs }) => endMs !== undefined)
        .reduce((total, { attributes }) => total + Number(attributes[name] ?? 0), 0);
    return [sum('firestore.reads'), sum('firestore.writes'), sum('firestore.deletes')];
  }
}

class Listener {
  readonly #send: (request: unknown) => void;
  readonly #responses: AsyncIterator<ListenResponse>;
  resumeToken: Uint8Array = new Uint8Array();

  constructor(open: (requests: AsyncIterable<never>) => AsyncIterable<ListenResponse>) {
    const queue: unknown[] = [];
    let wake = () => {};
    this.#send = (request) => {
      queue.push(request);
      wake();
    };
    const requests = (async function* () {
      for (;;) {
        while (queue.length > 0) yield queue.shift() as never;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    })();
    this.#responses = open(requests)[Symbol.asyncIterator]();
  }

  async add(addTarget: Json): Promise<void> {
    const { input } = Firestore.method.listen;
    this.#send(fromJson(input, { database: DATABASE, addTarget }));
    await this.#until(({ targetChangeType }) => targetChangeType === 3 || targetChangeType === 2);
  }

  /** Resolves at the next global snapshot, when a commit has been delivered. */
  async update(): Promise<void> {
    await this.#until(({ targetIds, targetChangeType }) => targetChangeType === 0 && targetIds.length === 0);
  }

  async #until(
    matches: (change: {
      readonly targetChangeType: number;
      readonly targetIds: readonly number[];
    }) => boolean,
  ): Promise<void> {
    for (;;) {
      const { value } = await this.#responses.next();
      const { responseType } = value as ListenResponse;
      if (responseType.case !== 'targetChange') continue;
      if (responseType.value.resumeToken.length > 0) this.resumeToken = responseType.value.resumeToken;
      if (matches(responseType.value)) return;
    }
  }
}

function callContext(authorization: string | undefined): CallContext {
  return {
    authorization,
    databaseName: DATABASE,
    signal: new AbortController().signal,
    transport: 'grpc',
  };
}

const from = (collectionId: string, more: Json = {}): Json => ({ from: [{ collectionId }], ...more });
const where = (fieldPath: string, op: string, value: Json): Json => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const and = (...filters: Json[]): Json => ({ compositeFilter: { op: 'AND', filters } });
const order = (fieldPath: string, direction = 'ASCENDING'): Json => ({ field: { fieldPath }, direction });
const integer = (value: number): Json => ({ integerValue: String(value) });
const name = (path: string): string => `${DOCUMENTS}/${path}`;
const reference = (path: string): Json => ({ referenceValue: name(path) });
const update = (path: string, n = 1, more: Json = {}): Json => ({
  update: { name: name(path), fields: { n: integer(n) } },
  ...more,
});
const target = (structuredQuery: Json): Json => ({ query: { parent: DOCUMENTS, structuredQuery } });
const owner = 'Bearer owner';

interface Flow {
  readonly section: string;
  readonly flow: string;
  /** Reads, writes, deletes. */
  readonly bill: readonly [number, number, number];
  readonly run: (client: Client) => Promise<unknown>;
}

const GET = 'Minimum charge for queries';
const READS = 'Reads, writes, and deletes';
const INDEX = 'Index entry reads';
const AGGREGATION = 'Aggregation queries';
const LISTEN = 'Listening to query results';
const LARGE = 'Managing large result sets';
const OTHER = 'Queries other than document reads';
const SECURITY_RULES = 'Cloud Firestore Security Rules';
const EXPLAIN = 'Query Explain';

const getting = (path: string) => (client: Client) => client.send('getDocument', { name: name(path) });
const batchGetting =
  (...paths: string[]) =>
  (client: Client) =>
    client.send('batchGetDocuments', { database: DATABASE, documents: paths.map(name) });
const querying = (query: Json, more?: Json) => (client: Client) => client.query(query, more);
const counting = (query: Json, aggregations?: Json[]) => (client: Client) =>
  client.aggregate(query, aggregations);
const committing = (writes: Json[], authorization?: string) => (client: Client) =>
  client.commit(writes, authorization);

const FLOWS: readonly Flow[] = [
  { section: READS, flow: 'a document', bill: [1, 0, 0], run: getting('cities/c01') },
  { section: GET, flow: 'a document that does not exist', bill: [1, 0, 0], run: getting('cities/none') },
  {
    section: READS,
    flow: 'three documents at once',
    bill: [3, 0, 0],
    run: batchGetting('cities/c01', 'cities/c02', 'cities/none'),
  },
  {
    section: READS,
    flow: 'a document named twice in a request',
    bill: [1, 0, 0],
    run: batchGetting('cities/c01', 'cities/c01'),
  },
  {
    section: READS,
    flow: 'a query of a whole collection',
    bill: [CITIES, 0, 0],
    run: querying(from('cities')),
  },
  {
    section: READS,
    flow: 'a query with one equality',
    bill: [4, 0, 0],
    run: querying(from('cities', { where: where('zone', 'EQUAL', integer(1)) })),
  },
  {
    section: READS,
    flow: 'a query of one field of the documents',
    bill: [CITIES, 0, 0],
    run: querying(from('cities', { select: { fields: [{ fieldPath: 'age' }] } })),
  },
  {
    section: READS,
    flow: 'a collection group query',
    bill: [2, 0, 0],
    run: querying({ from: [{ collectionId: 'streets', allDescendants: true }] }),
  },
  {
    section: GET,
    flow: 'a query without a result',
    bill: [1, 0, 0],
    run: querying(from('cities', { where: where('zone', 'EQUAL', integer(99)) })),
  },
  {
    section: GET,
    flow: 'a query of a collection that does not exist',
    bill: [1, 0, 0],
    run: querying(from('nowhere')),
  },
  {
    section: LARGE,
    flow: 'a query with a limit',
    bill: [5, 0, 0],
    run: querying(from('cities', { limit: 5 })),
  },
  {
    section: LARGE,
    flow: 'a limit above the number of results',
    bill: [CITIES, 0, 0],
    run: querying(from('cities', { limit: 500 })),
  },
  {
    section: LARGE,
    flow: 'an offset of 10 with one result',
    bill: [11, 0, 0],
    run: querying(from('cities', { offset: 10, limit: 1 })),
  },
  {
    section: LARGE,
    flow: 'an offset beyond the last result',
    bill: [CITIES, 0, 0],
    run: querying(from('cities', { offset: 50 })),
  },
  {
    section: LARGE,
    flow: 'a cursor after ten documents',
    bill: [2, 0, 0],
    run: querying(
      from('cities', { orderBy: [order('age')], startAt: { values: [integer(10)], before: true } }),
    ),
  },
  {
    section: INDEX,
    flow: 'a query with one range field that is ordered by it',
    bill: [6, 0, 0],
    run: querying(
      from('cities', { where: where('age', 'GREATER_THAN_OR_EQUAL', integer(6)), orderBy: [order('age')] }),
    ),
  },
  {
    section: INDEX,
    flow: 'an equality and one range field',
    bill: [2, 0, 0],
    run: querying(
      from('cities', {
        where: and(where('zone', 'EQUAL', integer(1)), where('age', 'GREATER_THAN', integer(6))),
      }),
    ),
  },
  {
    section: INDEX,
    flow: 'two range fields',
    bill: [6 + 1, 0, 0],
    run: querying(
      from('cities', {
        where: and(
          where('age', 'GREATER_THAN_OR_EQUAL', integer(6)),
          where('start', 'GREATER_THAN_OR_EQUAL', integer(0)),
        ),
      }),
    ),
  },
  {
    section: INDEX,
    flow: 'a range field and an order by another field',
    bill: [6 + 1, 0, 0],
    run: querying(
      from('cities', {
        where: where('age', 'GREATER_THAN_OR_EQUAL', integer(6)),
        orderBy: [order('age'), order('start')],
      }),
    ),
  },
  {
    section: INDEX,
    flow: 'document names and an order by a field',
    bill: [2 + 1, 0, 0],
    run: querying(
      from('cities', {
        where: where('__name__', 'IN', {
          arrayValue: { values: [reference('cities/c01'), reference('cities/c02')] },
        }),
        orderBy: [order('age')],
      }),
    ),
  },
  {
    section: INDEX,
    flow: 'two range fields over 1,500 index entries',
    bill: [1 + 2, 0, 0],
    run: async (client) => {
      await client.load(
        Object.fromEntries(
          Array.from({ length: 1500 }, (_, i) => [
            `many/d${i}`,
            { age: BigInt(i), start: i === 0 ? 1n : 0n },
          ]),
        ),
      );
      await client.query(
        from('many', {
          where: and(
            where('age', 'GREATER_THAN_OR_EQUAL', integer(0)),
            where('start', 'GREATER_THAN', integer(0)),
          ),
        }),
      );
    },
  },
  {
    section: INDEX,
    flow: 'a nearest-neighbor search for 5 documents over 155 vectors',
    bill: [5 + 2, 0, 0],
    run: async (client) => {
      await client.load(
        Object.fromEntries(
          Array.from({ length: 155 }, (_, i) => [`vectors/v${i}`, { v: new VectorValue([i, 1]) }]),
        ),
      );
      const queryVector = {
        mapValue: {
          fields: {
            __type__: { stringValue: '__vector__' },
            value: { arrayValue: { values: [{ doubleValue: 1 }, { doubleValue: 1 }] } },
          },
        },
      };
      await client.query(
        from('vectors', {
          findNearest: {
            vectorField: { fieldPath: 'v' },
            queryVector,
            distanceMeasure: 'EUCLIDEAN',
            limit: 5,
          },
        }),
      );
    },
  },
  {
    section: AGGREGATION,
    flow: 'a count of twelve documents',
    bill: [1, 0, 0],
    run: counting(from('cities')),
  },
  { section: AGGREGATION, flow: 'a count of nothing', bill: [1, 0, 0], run: counting(from('nowhere')) },
  {
    section: AGGREGATION,
    flow: 'a count of 1,500 documents',
    bill: [2, 0, 0],
    run: async (client) => {
      await client.load(
        Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`many/d${i}`, { n: BigInt(i) }])),
      );
      await client.aggregate(from('many'));
    },
  },
  {
    section: AGGREGATION,
    flow: 'a count of 1,500 documents up to 1,000',
    bill: [1, 0, 0],
    run: async (client) => {
      await client.load(
        Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`many/d${i}`, { n: BigInt(i) }])),
      );
      await client.aggregate(from('many'), [{ alias: 'n', count: { upTo: '1000' } }]);
    },
  },
  {
    section: AGGREGATION,
    flow: 'a sum and an average',
    bill: [1, 0, 0],
    run: counting(from('cities'), [
      { alias: 's', sum: { field: { fieldPath: 'age' } } },
      { alias: 'a', avg: { field: { fieldPath: 'age' } } },
    ]),
  },
  {
    section: EXPLAIN,
    flow: 'a query that is explained, not run',
    bill: [1, 0, 0],
    run: querying(from('cities'), { explainOptions: { analyze: false } }),
  },
  {
    section: EXPLAIN,
    flow: 'a query that is explained with analyze',
    bill: [CITIES, 0, 0],
    run: querying(from('cities'), { explainOptions: { analyze: true } }),
  },
  {
    section: OTHER,
    flow: 'a list of collection ids',
    bill: [1, 0, 0],
    run: (client) => client.send('listCollectionIds', { parent: DOCUMENTS }, owner),
  },
  {
    section: OTHER,
    flow: 'a list of collection ids in two pages',
    bill: [2, 0, 0],
    run: async (client) => {
      const [first] = (await client.send('listCollectionIds', { parent: DOCUMENTS, pageSize: 1 }, owner)) as [
        { nextPageToken: string },
      ];
      await client.send(
        'listCollectionIds',
        { parent: DOCUMENTS, pageSize: 1, pageToken: first.nextPageToken },
        owner,
      );
    },
  },
  {
    section: OTHER,
    flow: 'the partitions of a collection group',
    bill: [1, 0, 0],
    run: (client) =>
      client.send(
        'partitionQuery',
        {
          parent: DOCUMENTS,
          partitionCount: '3',
          structuredQuery: {
            from: [{ collectionId: 'cities', allDescendants: true }],
            orderBy: [order('__name__')],
          },
        },
        owner,
      ),
  },
  {
    section: READS,
    flow: 'a list of documents',
    bill: [CITIES, 0, 0],
    run: (client) => client.send('listDocuments', { parent: DOCUMENTS, collectionId: 'cities' }),
  },
  {
    section: LARGE,
    flow: 'a list of documents in two pages',
    bill: [CITIES, 0, 0],
    run: async (client) => {
      const list = { parent: DOCUMENTS, collectionId: 'cities', pageSize: 8 };
      const [first] = (await client.send('listDocuments', list)) as [{ nextPageToken: string }];
      await client.send('listDocuments', { ...list, pageToken: first.nextPageToken });
    },
  },
  { section: READS, flow: 'a set', bill: [0, 1, 0], run: committing([update('plain/a')]) },
  {
    section: READS,
    flow: 'an update that changes nothing',
    bill: [0, 1, 0],
    run: committing([{ ...update('cities/c01'), updateMask: { fieldPaths: [] } }]),
  },
  { section: READS, flow: 'a delete', bill: [0, 0, 1], run: committing([{ delete: name('cities/c01') }]) },
  {
    section: READS,
    flow: 'a batch of two sets, an update and a delete',
    bill: [0, 3, 1],
    run: committing([
      update('plain/a'),
      update('plain/b'),
      update('cities/c01', 2),
      { delete: name('cities/c02') },
    ]),
  },
  {
    section: READS,
    flow: 'two writes to one document in a batch',
    bill: [0, 2, 0],
    run: committing([update('plain/a'), update('plain/a', 2)]),
  },
  {
    section: READS,
    flow: 'a set with a server timestamp',
    bill: [0, 1, 0],
    run: committing([
      update('plain/a', 1, { updateTransforms: [{ fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }] }),
    ]),
  },
  {
    section: READS,
    flow: 'a create of a document that exists',
    bill: [0, 0, 0],
    run: committing([update('cities/c01', 1, { currentDocument: { exists: false } })]),
  },
  {
    section: READS,
    flow: 'a created document',
    bill: [0, 1, 0],
    run: (client) =>
      client.send(
        'createDocument',
        { parent: DOCUMENTS, collectionId: 'plain', document: { fields: { n: integer(1) } } },
        owner,
      ),
  },
  {
    section: READS,
    flow: 'a batch write of which one of two writes fails',
    bill: [0, 1, 0],
    run: (client) =>
      client.send(
        'batchWrite',
        {
          database: DATABASE,
          writes: [update('plain/a'), update('cities/c01', 1, { currentDocument: { exists: false } })],
        },
        owner,
      ),
  },
  {
    section: READS,
    flow: 'a transaction that reads a document and writes it',
    bill: [1, 1, 0],
    run: async (client) => {
      const [{ transaction }] = (await client.send('beginTransaction', { database: DATABASE }, owner)) as [
        { transaction: Uint8Array },
      ];
      const id = Buffer.from(transaction).toString('base64');
      await client.send(
        'batchGetDocuments',
        { database: DATABASE, documents: [name('cities/c01')], transaction: id },
        owner,
      );
      await client.commit([update('cities/c01', 5)], owner, { transaction: id });
    },
  },
  {
    section: READS,
    flow: 'a transaction that is rolled back after a query of four documents',
    bill: [4, 0, 0],
    run: async (client) => {
      const [{ transaction }] = (await client.send('beginTransaction', { database: DATABASE }, owner)) as [
        { transaction: Uint8Array },
      ];
      const id = Buffer.from(transaction).toString('base64');
      await client.query(from('cities', { where: where('zone', 'EQUAL', integer(1)) }), { transaction: id });
      await client.send('rollback', { database: DATABASE, transaction: id }, owner);
    },
  },
  {
    section: SECURITY_RULES,
    flow: 'a document whose rule refers to one document twice',
    bill: [1 + 1, 0, 0],
    run: getting('once/x'),
  },
  {
    section: SECURITY_RULES,
    flow: 'a document whose rule needs one of two documents',
    bill: [1 + 1, 0, 0],
    run: getting('either/x'),
  },
  {
    section: SECURITY_RULES,
    flow: 'a document whose rule needs two documents',
    bill: [1 + 2, 0, 0],
    run: getting('two/x'),
  },
  {
    section: SECURITY_RULES,
    flow: 'a document whose rule asks for one that does not exist',
    bill: [1 + 1, 0, 0],
    run: getting('absent/x'),
  },
  {
    section: SECURITY_RULES,
    flow: 'three documents in one request whose rules refer to the same document',
    bill: [3 + 1, 0, 0],
    run: batchGetting('once/x', 'once/y', 'once/z'),
  },
  {
    section: SECURITY_RULES,
    flow: 'a query whose rule refers to a document',
    bill: [3 + 1, 0, 0],
    run: querying(from('once')),
  },
  {
    section: SECURITY_RULES,
    flow: 'a query without a result whose rule refers to two documents',
    bill: [1 + 2, 0, 0],
    run: querying(from('two')),
  },
  {
    section: SECURITY_RULES,
    flow: 'two writes in one commit whose rules refer to the same document',
    bill: [1, 2, 0],
    run: committing([update('once/x'), update('once/n')], ''),
  },
  {
    section: SECURITY_RULES,
    flow: 'a write whose rule has getAfter()',
    bill: [1, 1, 0],
    run: committing([update('after/x')], ''),
  },
  {
    section: SECURITY_RULES,
    flow: 'a document that a rule with get() denies',
    bill: [1, 0, 0],
    run: getting('denied/x'),
  },
  {
    section: SECURITY_RULES,
    flow: 'a query that no rule allows',
    bill: [0, 0, 0],
    run: querying(from('secret')),
  },
  {
    section: SECURITY_RULES,
    flow: 'a document that the owner reads in spite of a rule with get()',
    bill: [1, 0, 0],
    run: (client) => client.send('getDocument', { name: name('once/x') }, owner),
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents',
    bill: [4, 0, 0],
    run: (client) => client.listen(target(from('cities', { where: where('zone', 'EQUAL', integer(1)) }))),
  },
  {
    section: LISTEN,
    flow: 'a listener without a result',
    bill: [1, 0, 0],
    run: (client) => client.listen(target(from('nowhere')), owner),
  },
  {
    section: LISTEN,
    flow: 'a listener of one document',
    bill: [1, 0, 0],
    run: (client) => client.listen({ documents: { documents: [name('cities/c01')] } }),
  },
  {
    section: LISTEN,
    flow: 'a listener of a document that does not exist',
    bill: [1, 0, 0],
    run: (client) => client.listen({ documents: { documents: [name('cities/none')] } }),
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents to which one is added and of which one changes',
    bill: [4 + 2, 2, 0],
    run: async (client) => {
      const listener = await client.listen(
        target(from('cities', { where: where('zone', 'EQUAL', integer(1)) })),
      );
      await listener.update();
      const zone = (path: string): Json => ({
        update: { name: name(path), fields: { zone: integer(1), n: integer(7) } },
      });
      await client.commit([zone('cities/new')]);
      await listener.update();
      await client.commit([zone('cities/c01')]);
      await listener.update();
    },
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents of which one changes so that it no longer matches',
    bill: [4 + 1, 1, 0],
    run: async (client) => {
      const listener = await client.listen(
        target(from('cities', { where: where('zone', 'EQUAL', integer(1)) })),
      );
      await listener.update();
      await client.commit([update('cities/c01')]);
      await listener.update();
    },
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents of which one is deleted',
    bill: [4, 0, 1],
    run: async (client) => {
      const listener = await client.listen(
        target(from('cities', { where: where('zone', 'EQUAL', integer(1)) })),
      );
      await listener.update();
      await client.commit([{ delete: name('cities/c01') }]);
      await listener.update();
    },
  },
  {
    section: LISTEN,
    flow: 'a listener with a limit whose last document is pushed out by a new one',
    bill: [3 + 1, 1, 0],
    run: async (client) => {
      const listener = await client.listen(target(from('cities', { orderBy: [order('age')], limit: 3 })));
      await listener.update();
      await client.commit([{ update: { name: name('cities/new'), fields: { age: integer(-1) } } }]);
      await listener.update();
    },
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents while another collection is written',
    bill: [4, 1, 0],
    run: async (client) => {
      await client.listen(target(from('cities', { where: where('zone', 'EQUAL', integer(1)) })));
      await client.commit([update('plain/a')]);
    },
  },
  {
    section: LISTEN,
    flow: 'two listeners of one document that changes',
    bill: [2 + 2, 1, 0],
    run: async (client) => {
      const documents = { documents: { documents: [name('cities/c01')] } };
      const listener = await client.listen(documents);
      await listener.update();
      await listener.add({ targetId: 2, ...documents });
      await listener.update();
      await client.commit([update('cities/c01')]);
      await listener.update();
    },
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents that reconnects after 29 minutes, beside one that stayed, and one has changed',
    bill: [4 + 1 + 1, 1, 0],
    run: (client) => reconnecting(client, 29),
  },
  {
    section: LISTEN,
    flow: 'a listener of four documents that reconnects after 31 minutes, beside one that stayed, and one has changed',
    bill: [4 + 1 + 4, 1, 0],
    run: (client) => reconnecting(client, 31),
  },
  {
    section: SECURITY_RULES,
    flow: 'a listener of three documents whose rule refers to a document, with one update',
    bill: [3 + 1 + 1 + 1, 1, 0],
    run: async (client) => {
      const listener = await client.listen(target(from('once')));
      await listener.update();
      await client.commit([update('once/x', 9)]);
      await listener.update();
    },
  },
  {
    section: SECURITY_RULES,
    flow: 'a listener of one document whose rule refers to a document, with one update',
    bill: [1 + 1 + 1 + 1, 1, 0],
    run: async (client) => {
      const listener = await client.listen({ documents: { documents: [name('once/x')] } });
      await listener.update();
      await client.commit([update('once/x', 9)]);
      await listener.update();
    },
  },
];

async function reconnecting(client: Client, minutes: number): Promise<void> {
  const query = target(from('cities', { where: where('zone', 'EQUAL', integer(1)) }));
  const { resumeToken } = await client.listen(query);
  await client.commit([
    { update: { name: name('cities/c01'), fields: { n: integer(3) } }, updateMask: { fieldPaths: ['n'] } },
  ]);
  client.now += minutes * MINUTE_MICROS;
  await client.listen({ ...query, resumeToken: Buffer.from(resumeToken).toString('base64') });
}

let client: Client;

afterEach(() => client.emulator.close());

describe('the reads, writes and deletes on the spans of a request', () => {
  it.each(FLOWS)('follow "$section" for $flow: $bill', async ({ bill, run }) => {
    client = new Client();
    await client.load(
      Object.fromEntries([
        ...Array.from({ length: CITIES }, (_, i) => [
          `cities/c${String(i).padStart(2, '0')}`,
          { age: BigInt(i), start: BigInt(i), zone: BigInt(i % 3) },
        ]),
        ...['x', 'y', 'z'].map((id) => [`once/${id}`, { n: 0n }]),
        ...['either/x', 'absent/x', 'after/x', 'denied/x'].map((path) => [path, { n: 0n }]),
        ['cities/c01/streets/s1', {}],
        ['cities/c02/streets/s2', {}],
        ['settings/a', { on: true }],
        ['settings/b', { on: true }],
      ]),
    );
    const { ruleset } = compileRuleset(RULES);
    if (ruleset === undefined) throw new Error('The rules do not compile.');
    client.emulator.access.setRuleset('p', ruleset);
    await run(client);
    expect(client.bill).toEqual([...bill]);
  });
});

it('the spans of a stream and its later updates run in the background, but not the span of its first result', async () => {
  client = new Client();
  await client.load({ 'cities/c1': { n: 0n } });
  const listener = await client.listen({ documents: { documents: [name('cities/c1')] } }, 'Bearer owner');
  await listener.update();
  await client.commit([update('cities/c1', 1)]);
  await listener.update();
  const inBackground = new Set(
    client.spans.filter(({ attributes }) => attributes.background).map((span) => span.name),
  );
  expect(inBackground).toEqual(new Set(['listen', 'listener update']));
  expect(client.spans.map((span) => span.name)).toEqual(expect.arrayContaining(['listen target', 'commit']));
});
