import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import type { FieldValue } from '../core/value.ts';
import { OWNER, type Principal } from '../database/access-control.ts';
import { executePipeline } from '../database/execute-pipeline.ts';
import type { Mutation } from '../database/mutation.ts';
import type { Consistency } from '../database/read-snapshot.ts';
import { type Pipeline_Stage, ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import { compilePipeline } from '../pipeline/compile-pipeline.ts';
import {
  call,
  field,
  fields,
  mapOf,
  nested,
  ordering,
  pipelineOf,
  reference,
  stage,
  variable,
} from '../pipeline/messages.test-support.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

const NAME = 'projects/p/databases/(default)';
const CLIENT: Principal = { kind: 'client', auth: null };
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{id} { allow read; }
    match /open/{id}/below/{other} { allow list: if resource.data.public == true; }
    match /owned/{id} { allow read: if resource.data.owner == 'me'; }
    match /owned-or-public/{id} { allow list: if resource.data.owner == 'me' || resource.data.public == true; }
    match /unset/{id} { allow list: if resource.data.secret == null; }
    match /different/{id} { allow list: if resource.data.owner != 'you'; }
    match /singly/{id} { allow get; }
    match /limited/{id} { allow list: if request.query.limit <= 10; }
  }
}`;

let emulator: FirestoreEmulator;

function set(path: string, entries: { readonly [name: string]: FieldValue }): Mutation {
  return {
    kind: 'update',
    path,
    fields: fields(entries),
    mask: undefined,
    transforms: [],
    precondition: undefined,
  };
}

async function write(...mutations: Mutation[]): Promise<void> {
  await emulator.database(NAME).commit(mutations, OWNER);
}

/** The ids and fields of the results; a row without a name has an undefined id. */
async function run(
  principal: Principal,
  stages: Pipeline_Stage[],
  consistency: Consistency = { kind: 'current' },
) {
  const database = emulator.database(NAME);
  const snapshot = database.resolveConsistency(consistency);
  const rows = await executePipeline(
    database,
    compilePipeline(pipelineOf(...stages), NAME),
    snapshot,
    principal,
    true,
  );
  return rows.map((row) => ({ id: row.name?.name.split('/').at(-1), ...row.fields }));
}

const source = (path: string) => stage('collection', [reference(`/${path}`)]);
const equal = (name: string, value: string | boolean | null) => call('equal', field(name), value);
const where = (...conditions: Parameters<typeof stage>[1]) => stage('where', conditions);
const denied = { code: StatusCode.PERMISSION_DENIED };

beforeEach(async () => {
  emulator = new FirestoreEmulator({ edition: 'enterprise' });
  await write(
    set('open/a', { n: 1n, ref: 'x' }),
    set('open/b', { n: 2n }),
    set('open/a/below/x', { public: true }),
    set('open/a/below/y', { public: false }),
    set('owned/mine', { owner: 'me', n: 1n }),
    set('owned/yours', { owner: 'you', n: 2n }),
    set('owned-or-public/mine', { owner: 'me' }),
    set('unset/u', { other: 1n }),
    set('different/d', {}),
    set('singly/s', { n: 3n }),
    set('limited/l', {}),
  );
  emulator.setRules('p', [{ content: RULES }]);
});

describe('executePipeline', () => {
  it('authorizes a collection and an aggregate of it by allow list', async () => {
    expect(await run(CLIENT, [source('open')])).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    const total = mapOf({ total: call('sum', field('n')) });
    expect(await run(CLIENT, [source('open'), stage('aggregate', [total, mapOf({})])])).toEqual([
      { id: undefined, total: 3n },
    ]);
  });

  it('authorizes a collection whose rules need a filter when the filter directly follows', async () => {
    await expect(run(CLIENT, [source('owned')])).rejects.toMatchObject(denied);
    expect(await run(CLIENT, [source('owned'), where(equal('owner', 'me'))])).toMatchObject([{ id: 'mine' }]);
    const both = call('and', equal('owner', 'me'), call('greater_than', field('n'), 0n));
    expect(await run(CLIENT, [source('owned'), where(both)])).toHaveLength(1);
    await expect(run(CLIENT, [source('owned'), where(equal('owner', 'you'))])).rejects.toMatchObject(denied);
  });

  it('authorizes a disjunction only when each of its members is allowed', async () => {
    const either = call('or', equal('owner', 'me'), equal('public', true));
    expect(await run(CLIENT, [source('owned-or-public'), where(either)])).toHaveLength(1);
    const leaking = call('or', equal('owner', 'me'), call('greater_than', call('add', field('n'), 0n), 0n));
    await expect(run(CLIENT, [source('owned-or-public'), where(leaking)])).rejects.toMatchObject(denied);
  });

  it('does not count a filter that follows a stage which sees the excluded documents', async () => {
    const filter = where(equal('owner', 'me'));
    const probe = call('conditional', equal('owner', 'you'), call('error', 'found'), true);
    const stages = [
      where(probe),
      stage('let', [mapOf({ x: probe })]),
      stage('sort', [ordering(probe, 'ascending')]),
      stage('add_fields', [mapOf({ owner: 'me' })]),
      stage('select', [mapOf({ owner: 'me', n: field('n') })]),
      stage('limit', [1n]),
    ];
    for (const each of stages) {
      await expect(run(CLIENT, [source('owned'), each, filter])).rejects.toMatchObject(denied);
    }
  });

  it('does not count a filter on null or not_equal, which are true for documents without the field', async () => {
    await expect(
      run(CLIENT, [source('different'), where(call('not_equal', field('owner'), 'you'))]),
    ).rejects.toMatchObject(denied);
    await expect(run(CLIENT, [source('unset'), where(equal('secret', null))])).rejects.toMatchObject(denied);
  });

  it('authorizes the stage documents by allow get of each document', async () => {
    const read = (path: string) => stage('documents', [reference(`/${path}`)]);
    expect(await run(CLIENT, [read('singly/s')])).toMatchObject([{ id: 's', n: 3n }]);
    expect(await run(CLIENT, [read('owned/mine')])).toHaveLength(1);
    await expect(run(CLIENT, [read('owned/yours')])).rejects.toMatchObject(denied);
    await expect(run(CLIENT, [source('singly')])).rejects.toMatchObject(denied);
  });

  it('authorizes each source of unions and subqueries', async () => {
    const other = nested(source('owned'));
    await expect(run(CLIENT, [source('open'), stage('union', [other])])).rejects.toMatchObject(denied);
    const subquery = mapOf({ all: call('array', other) });
    await expect(run(CLIENT, [source('open'), stage('select', [subquery])])).rejects.toMatchObject(denied);
    const inError = mapOf({ all: call('if_error', call('array', other), 'caught') });
    await expect(run(CLIENT, [source('open'), stage('select', [inError])])).rejects.toMatchObject(denied);
  });

  it('authorizes the subcollections of rows, and no function catches a denial', async () => {
    const below = nested(stage('subcollection', ['below']));
    const stages = [
      source('open'),
      stage('select', [mapOf({ all: call('if_error', call('array', below), 'x') })]),
    ];
    await expect(run(CLIENT, stages)).rejects.toMatchObject(denied);
    expect(await run(OWNER, stages)).toMatchObject([{ all: [true, false] }, { all: [] }]);
  });

  it('denies a whole database, a group, request.query.limit and literals by these rules', async () => {
    await expect(run(CLIENT, [stage('database', [])])).rejects.toMatchObject(denied);
    const group = stage('collection_group', [reference(''), 'open']);
    await expect(run(CLIENT, [group])).rejects.toMatchObject(denied);
    await expect(run(CLIENT, [source('limited'), stage('limit', [1n])])).rejects.toMatchObject(denied);
    await expect(run(CLIENT, [stage('literals', [mapOf({ n: 1n })])])).rejects.toMatchObject(denied);
    expect(await run(OWNER, [stage('database', [])])).toHaveLength(11);
  });

  it('reads the state at a read time, including documents that changed since', async () => {
    const database = emulator.database(NAME);
    const readTime = database.now();
    await write(set('open/a', { n: 9n }), set('open/c', { n: 3n }));
    const past: Consistency = { kind: 'read-time', readTime };
    expect(await run(OWNER, [source('open')], past)).toMatchObject([{ n: 1n }, { n: 2n }]);
    expect(await run(OWNER, [stage('documents', [reference('/open/a')])], past)).toMatchObject([{ n: 1n }]);
    expect(await run(OWNER, [source('open')])).toHaveLength(3);
  });

  it('takes locks in a read-write transaction, for which a later write waits', async () => {
    const database = emulator.database(NAME);
    const transaction = database.begin({ readOnly: false, readTime: undefined });
    const id = database.transactions.idBytes(transaction);
    await run(OWNER, [source('open')], { kind: 'transaction', id });
    const order: string[] = [];
    const writing = write(set('open/new', { n: 4n })).then(() => order.push('write'));
    await database.commit([set('open/a', { n: 7n })], OWNER, id).then(() => order.push('transaction'));
    await writing;
    expect(order).toEqual(['transaction', 'write']);
  });

  it('reads variables of outer rows in subqueries, and those of the inner pipeline first', async () => {
    const inner = nested(
      source('owned'),
      where(call('equal', field('n'), variable('n'))),
      stage('select', [mapOf({ owner: field('owner') })]),
    );
    const stages = [
      source('open'),
      stage('let', [mapOf({ n: field('n') })]),
      stage('select', [mapOf({ owner: call('scalar', inner) })]),
    ];
    expect(await run(OWNER, stages)).toMatchObject([{ owner: 'me' }, { owner: 'you' }]);
  });

  it('reads nothing for a reference that is not a collection, and fails with an error that says so', () => {
    const compile = (path: string) => compilePipeline(pipelineOf(source(path)), NAME);
    expect(() => compile('c/d')).toThrow('"c/d" is a document: expected a collection.');
    expect(() => compile('c//d')).toThrow('empty segment');
    const missing = create(ValueSchema);
    expect(() => compilePipeline(pipelineOf(stage('collection', [missing])), NAME)).toThrow(
      'Expected collection to be REFERENCE_VALUE, but was missing.',
    );
  });
});
