// Runs pipelines with every SDK that has them, against an emulator of the enterprise edition.

import { randomUUID } from 'node:crypto';
import { Firestore } from '@google-cloud/firestore';
import * as nodePipelines from '@google-cloud/firestore/pipelines';
import { deleteApp, initializeApp } from 'firebase/app';
import * as full from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import * as litePipelines from 'firebase/firestore/lite/pipelines';
import * as fullPipelines from 'firebase/firestore/pipelines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmulatorUnderTest, putRules, startSavepoint } from './emulator-under-test.ts';

const PROJECT = 'demo-pipelines';
const LIMIT_MS = 30_000;
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{collection}/{id} {
      allow read, write: if collection.matches('open-.*');
      allow list: if collection.matches('owned-.*') && resource.data.owner == 'me';
    }
    match /{collection}/{id}/reviews/{review} { allow read, write; }
  }
}`;

/** The functions of one SDK. Every SDK has those of the web SDK that are used here. */
type Functions = typeof fullPipelines;
type Source = ReturnType<full.Firestore['pipeline']>;
type Pipeline = ReturnType<Source['collection']>;

interface PipelineRow {
  readonly id: string | undefined;
  readonly data: unknown;
}

interface PipelineClient {
  /** True for the owner, who bypasses security rules. */
  readonly isOwner: boolean;
  readonly functions: Functions;
  run(build: (source: Source) => Pipeline): Promise<readonly PipelineRow[]>;
  close(): Promise<void>;
}

interface ResultOfSdk {
  readonly id?: string | undefined;
  data(): unknown;
}

function rowsOf({ results }: { readonly results: readonly ResultOfSdk[] }): readonly PipelineRow[] {
  return results.map((result) => ({ id: result.id, data: result.data() }));
}

function split(host: string): [string, number] {
  const [name, port] = host.split(':') as [string, string];
  return [name, Number(port)];
}

const CLIENTS: { readonly [name: string]: (host: string) => PipelineClient } = {
  'firebase (gRPC)': (host) => {
    const app = initializeApp({ projectId: PROJECT, apiKey: 'none' }, randomUUID());
    const db = full.initializeFirestore(app, {});
    full.connectFirestoreEmulator(db, ...split(host));
    return {
      isOwner: false,
      functions: fullPipelines,
      run: async (build) => rowsOf(await fullPipelines.execute(build(db.pipeline()))),
      async close() {
        await full.terminate(db);
        await deleteApp(app);
      },
    };
  },
  'firebase/lite (REST)': (host) => {
    const app = initializeApp({ projectId: PROJECT, apiKey: 'none' }, randomUUID());
    const db = lite.initializeFirestore(app, {});
    lite.connectFirestoreEmulator(db, ...split(host));
    return {
      isOwner: false,
      functions: litePipelines as unknown as Functions,
      run: async (build) =>
        rowsOf(
          await litePipelines.execute(
            build((db as unknown as { pipeline(): Source }).pipeline()) as unknown as litePipelines.Pipeline,
          ),
        ),
      async close() {
        await lite.terminate(db);
        await deleteApp(app);
      },
    };
  },
  '@google-cloud/firestore (gRPC)': (host) => {
    const [name, port] = split(host);
    const db = new Firestore({ projectId: PROJECT, host: name, port, ssl: false });
    return {
      isOwner: true,
      functions: nodePipelines as unknown as Functions,
      run: async (build) => {
        const pipeline = build(db.pipeline() as unknown as Source) as unknown as nodePipelines.Pipeline;
        return rowsOf(await pipeline.execute());
      },
      close: () => db.terminate(),
    };
  },
};

let emulator: EmulatorUnderTest;
let owner: Firestore;

// Without this the library tries to reach Google's metadata server.
process.env.METADATA_SERVER_DETECTION ??= 'none';
// The library sends `Bearer owner` to an emulator that it finds here.
const previousHost = process.env.FIRESTORE_EMULATOR_HOST;

beforeAll(async () => {
  emulator = await startSavepoint(['--database-edition', 'enterprise']);
  process.env.FIRESTORE_EMULATOR_HOST = emulator.host;
  await putRules(emulator.host, PROJECT, RULES);
  owner = new Firestore({ projectId: PROJECT });
});

afterAll(async () => {
  await owner?.terminate();
  await emulator?.close();
  if (previousHost === undefined) delete process.env.FIRESTORE_EMULATOR_HOST;
  else process.env.FIRESTORE_EMULATOR_HOST = previousHost;
});

/** Creates a collection of four documents, d0 to d3, whose owners alternate. */
async function createCollection(prefix: string): Promise<string> {
  const collection = `${prefix}-${randomUUID().slice(0, 8)}`;
  const batch = owner.batch();
  for (let n = 0; n < 4; n++) {
    const fields = { n, owner: n % 2 === 0 ? 'me' : 'you', tags: [`t${n}`, 'all'], at: { x: n / 2 } };
    batch.set(owner.doc(`${collection}/d${n}`), fields);
  }
  batch.set(owner.doc(`${collection}/d1/reviews/r`), { stars: 5 });
  await batch.commit();
  return collection;
}

describe.each(Object.keys(CLIENTS))('%s', (name) => {
  let client: PipelineClient;

  beforeAll(() => {
    client = (CLIENTS[name] as (host: string) => PipelineClient)(emulator.host);
  });

  afterAll(async () => {
    await client?.close();
  });

  test('finds, orders and limits the documents of a collection', { timeout: LIMIT_MS }, async () => {
    const { field } = client.functions;
    const collection = await createCollection('open');
    const rows = await client.run((source) =>
      source.collection(collection).where(field('owner').equal('me')).sort(field('n').descending()).limit(1),
    );
    expect(rows).toEqual([{ id: 'd2', data: { n: 2, owner: 'me', tags: ['t2', 'all'], at: { x: 1 } } }]);
  });

  test('computes fields, and omits the names of rows that are not documents', {
    timeout: LIMIT_MS,
  }, async () => {
    const { field, countAll } = client.functions;
    const collection = await createCollection('open');
    const computed = await client.run((source) =>
      source
        .collection(collection)
        .where(field('at.x').greaterThanOrEqual(1))
        .sort(field('n').ascending())
        .select(field('n').add(1).as('next'), field('tags').arrayGet(0).as('tag'), 'at.x'),
    );
    expect(computed.map(({ data }) => data)).toEqual([
      { next: 3, tag: 't2', at: { x: 1 } },
      { next: 4, tag: 't3', at: { x: 1.5 } },
    ]);
    const groups = await client.run((source) =>
      source
        .collection(collection)
        .aggregate({
          accumulators: [countAll().as('count'), field('n').sum().as('sum')],
          groups: [field('owner')],
        })
        .sort(field('owner').ascending()),
    );
    expect(groups).toEqual([
      { id: undefined, data: { owner: 'me', count: 2, sum: 2 } },
      { id: undefined, data: { owner: 'you', count: 2, sum: 4 } },
    ]);
  });

  test('joins the subcollection of each document', { timeout: LIMIT_MS }, async () => {
    const { field, subcollection } = client.functions;
    const collection = await createCollection('open');
    const rows = await client.run((source) =>
      source
        .collection(collection)
        .where(field('owner').equal('you'))
        .sort(field('n').ascending())
        .select(subcollection('reviews').select('stars').toArrayExpression().as('stars')),
    );
    expect(rows.map(({ data }) => data)).toEqual([{ stars: [5] }, { stars: [] }]);
  });

  test('returns more rows than fit into one response, and none', { timeout: LIMIT_MS }, async () => {
    const { field } = client.functions;
    const collection = await createCollection('open');
    const many = await client.run((source) =>
      source
        .collection(collection)
        .replaceWith(client.functions.map({ n: field('n'), all: hundred(client) }))
        .unnest(field('all').as('one')),
    );
    expect(many).toHaveLength(400);
    expect(await client.run((source) => source.collection(collection).limit(0))).toEqual([]);
  });

  test('gets permission-denied for a list that the rules do not prove', { timeout: LIMIT_MS }, async () => {
    const { field } = client.functions;
    const collection = await createCollection('owned');
    const mine = await client.run((source) =>
      source.collection(collection).where(field('owner').equal('me')),
    );
    expect(mine.map(({ id }) => id)).toEqual(['d0', 'd2']);
    const all = client.run((source) => source.collection(collection));
    if (client.isOwner) expect(await all).toHaveLength(4);
    else await expect(all).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('gets an error that names an unknown function', { timeout: LIMIT_MS }, async () => {
    const { field, FunctionExpression } = client.functions;
    const collection = await createCollection('open');
    const unknown = new FunctionExpression('explode', [field('n')]);
    const run = client.run((source) => source.collection(collection).select(unknown.as('n')));
    await expect(run).rejects.toThrow(/There is no function "explode"|INVALID_ARGUMENT|400/);
  });
});

/** An expression that evaluates to an array of 100 numbers. */
function hundred({ functions }: PipelineClient) {
  return functions.array(Array.from({ length: 100 }, (_, index) => index));
}

test('a pipeline in a transaction of the Node SDK reads documents that the transaction then writes', async () => {
  const collection = await createCollection('open');
  const { field } = nodePipelines;
  const total = await owner.runTransaction(async (transaction) => {
    const { results } = await transaction.execute(
      owner.pipeline().collection(collection).aggregate(field('n').sum().as('sum')),
    );
    const sum = results[0]?.get('sum') as number;
    transaction.set(owner.doc(`${collection}/total`), { sum });
    return sum;
  });
  expect(total).toBe(6);
  expect((await owner.doc(`${collection}/total`).get()).data()).toEqual({ sum: 6 });
});

test('an emulator of the standard edition rejects pipelines with an error that explains how to enable them', async () => {
  const standard = await startSavepoint();
  const client = (CLIENTS['firebase (gRPC)'] as (host: string) => PipelineClient)(standard.host);
  try {
    const run = client.run((source) => source.collection('c'));
    await expect(run).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining('--database-edition enterprise'),
    });
  } finally {
    await client.close();
    await standard.close();
  }
});
