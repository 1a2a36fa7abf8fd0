import { describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, VectorValue } from '../core/value.ts';
import type { Pipeline_Stage } from '../gen/google/firestore/v1/document_pb.js';
import { compilePipeline, runPipeline } from './compile-pipeline.ts';
import type { DocumentSource } from './expression.ts';
import {
  type Argument,
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
} from './messages.test-support.ts';

const DATABASE = 'projects/p/databases/(default)';

type Documents = readonly { readonly [name: string]: FieldValue }[];

/**
 * Runs a pipeline over the collection `c`, whose documents are d0, d1 and so on. Returns the rows.
 */
function run(documents: Documents, ...stages: readonly Pipeline_Stage[]) {
  const stored = documents.map((each, index) => new StoredDocument('c', `d${index}`, fields(each), 1, 2));
  let seed = 1;
  const reader = {
    database: DATABASE,
    readTime: 0,
    authorize: () => {},
    // A fixed sequence, so that samples are the same in each run.
    random: () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
    read: (source: DocumentSource) =>
      source.kind === 'documents' ? stored.filter(({ path }) => source.paths.includes(path)) : stored,
  };
  return runPipeline(compilePipeline(pipelineOf(...stages), DATABASE), reader);
}

const source = stage('collection', [reference('/c')]);
const values = (rows: ReturnType<typeof run>) => rows.map((row) => ({ ...row.fields }));
const ids = (rows: ReturnType<typeof run>) => rows.map((row) => row.name?.name.split('/').at(-1));
const numbers = (...each: number[]): Documents => each.map((n) => ({ n: BigInt(n) }));

describe('stages', () => {
  it('where omits rows whose condition is false, null or ABSENT', () => {
    const documents = [{ x: true }, { x: false }, { x: null }, {}];
    expect(ids(run(documents, source, stage('where', [field('x')])))).toEqual(['d0']);
  });

  it('sort treats ABSENT as null, which comes before values, and keeps the order of equal rows', () => {
    const documents = [{ n: 1n }, { n: null }, {}, { n: 1 }, { n: 'a' }];
    const ascending = stage('sort', [ordering(field('n'), 'ascending')]);
    const descending = stage('sort', [ordering(field('n'), 'descending')]);
    expect(ids(run(documents, source, ascending))).toEqual(['d1', 'd2', 'd0', 'd3', 'd4']);
    expect(ids(run(documents, source, descending))).toEqual(['d4', 'd0', 'd3', 'd1', 'd2']);
  });

  it('offset and limit count the rows before them', () => {
    const stages = [stage('offset', [1n]), stage('limit', [2n])];
    expect(ids(run(numbers(1, 2, 3, 4), source, ...stages))).toEqual(['d1', 'd2']);
    expect(run(numbers(1), source, stage('limit', [0n]))).toEqual([]);
  });

  it('select creates nested fields for a path, omits ABSENT, and keeps a name only if it is selected', () => {
    const documents = [{ a: fields({ b: 1n, c: 2n }) }];
    const anonymous = run(
      documents,
      source,
      stage('select', [mapOf({ 'a.b': field('a.b'), x: field('no') })]),
    );
    expect(values(anonymous)).toEqual([{ a: fields({ b: 1n }) }]);
    expect(anonymous[0]?.metadata).toEqual({});
    expect(ids(run(documents, source, stage('select', [mapOf({ __name__: field('__name__') })])))).toEqual([
      'd0',
    ]);
  });

  it('a field with a reserved name is ABSENT, because no document has it', () => {
    const select = stage('select', [mapOf({ id: call('document_id', field('__path__')), n: field('n') })]);
    expect(values(run(numbers(1), source, select))).toEqual([{ id: null, n: 1n }]);
  });

  it('add_fields and remove_fields keep the name and all other fields, including those of nested maps', () => {
    const documents = [{ a: fields({ b: 1n, c: 2n }), d: 3n }];
    const added = run(documents, source, stage('add_fields', [mapOf({ 'a.e': 4n, d: field('no') })]));
    expect(values(added)).toEqual([{ a: fields({ b: 1n, c: 2n, e: 4n }) }]);
    const removed = run(documents, source, stage('remove_fields', [field('a.b'), field('no.thing')]));
    expect(values(removed)).toEqual([{ a: fields({ c: 2n }), d: 3n }]);
    expect(ids(removed)).toEqual(['d0']);
    expect(run(documents, source)[0]?.fields.a).toEqual(fields({ b: 1n, c: 2n }));
  });

  it('aggregate returns one row for no rows, and none for no groups', () => {
    const total = mapOf({
      count: call('count'),
      sum: call('sum', field('n')),
      first: call('first', field('n')),
    });
    expect(values(run([], source, stage('aggregate', [total, mapOf({})])))).toEqual([
      { count: 0n, sum: 0n, first: null },
    ]);
    expect(run([], source, stage('aggregate', [total, mapOf({ g: field('g') })]))).toEqual([]);
  });

  it('aggregate treats null and absent groups as one, even as one of several groups', () => {
    const documents = [{ g: 'x' }, { g: null }, {}, { g: 'x', h: null }, { h: 1n }];
    const by = (...names: string[]) =>
      values(
        run(
          documents,
          source,
          stage('aggregate', [
            mapOf({ n: call('count') }),
            mapOf(Object.fromEntries(names.map((name) => [name, field(name)]))),
          ]),
        ),
      );
    expect(by('g')).toEqual([
      { g: 'x', n: 2n },
      { g: null, n: 3n },
    ]);
    expect(by('g', 'h')).toEqual([
      { g: 'x', h: null, n: 2n },
      { g: null, h: null, n: 2n },
      { g: null, h: 1n, n: 1n },
    ]);
  });

  it.each<[string, FieldValue, FieldValue]>([
    ['count', 0n, 0n],
    ['count_if', 0n, 0n],
    ['count_distinct', 0n, 0n],
    ['sum', 0n, 0n],
    ['average', null, null],
    ['minimum', null, null],
    ['maximum', null, null],
    ['first', null, null],
    ['last', null, null],
    ['array_agg', [], [null, null]],
    ['array_agg_distinct', [], [null]],
  ])('the aggregate %s is %s for no rows, and %s for a null and an absent value', (name, none, nulls) => {
    const aggregate = stage('aggregate', [mapOf({ it: call(name, field('n')) }), mapOf({})]);
    expect(values(run([], source, aggregate))).toEqual([{ it: none }]);
    expect(values(run([{ n: null }, {}], source, aggregate))).toEqual([{ it: nulls }]);
  });

  it('sum and average skip values that are not numbers', () => {
    const documents = [{ n: 1n }, { n: 'x' }, { n: [5n] }, { n: true }, { n: 2n }];
    const both = mapOf({ sum: call('sum', field('n')), average: call('average', field('n')) });
    const rows = run(documents, source, stage('aggregate', [both, mapOf({})]));
    expect(values(rows)).toEqual([{ sum: 3n, average: 1.5 }]);
  });

  it('unnest keeps a null element, and a row whose array is null or absent', () => {
    const documents = [{ t: [null, 1n] }, { t: null, one: 7n }, { one: 7n }];
    const unnest = stage('unnest', [field('t'), field('one')], { index_field: 'i' });
    expect(values(run(documents, source, unnest))).toEqual([
      { t: [null, 1n], one: null, i: 0n },
      { t: [null, 1n], one: 1n, i: 1n },
      { t: null, one: 7n, i: null },
      { one: 7n, i: null },
    ]);
  });

  it.each<[string, Argument[]]>([
    ['where', [field('n')]],
    ['sort', [ordering(field('n'), 'ascending')]],
    ['offset', [0n]],
    ['limit', [1n]],
    ['select', [mapOf({ n: field('n') })]],
    ['add_fields', [mapOf({ n: field('n') })]],
    ['remove_fields', [field('n')]],
    ['distinct', [mapOf({ n: field('n') })]],
    ['unnest', [field('n'), field('one')]],
    ['replace_with', [field('n')]],
    ['sample', [1n, 'documents']],
    ['union', [nested(source)]],
    ['let', [mapOf({ n: field('n') })]],
    ['find_nearest', [field('n'), new VectorValue([1]), 'euclidean']],
  ])('%s returns no row for no rows', (name, args) => {
    expect(run([], source, stage(name, args))).toEqual([]);
  });

  it.each<[string, Argument[], FieldValue]>([
    ['count', [field('n')], 3n],
    ['count_if', [call('greater_than', field('n'), 1n)], 2n],
    ['count_distinct', [field('n')], 2n],
    ['average', [field('n')], 5 / 3],
    ['minimum', [field('n')], 1n],
    ['maximum', [field('n')], 2n],
    ['last', [field('n')], null],
    ['array_agg', [field('n')], [2n, 1n, 2, null]],
    ['array_agg_distinct', [field('n')], [2n, 1n, null]],
  ])(
    'the aggregate %s skips the right values among 2, 1, 2.0 and an absent value',
    (name, args, expected) => {
      const documents = [{ n: 2n }, { n: 1n }, { n: 2 }, {}];
      const rows = run(
        documents,
        source,
        stage('aggregate', [mapOf({ it: call(name, ...args) }), mapOf({})]),
      );
      expect(rows[0]?.fields.it).toEqual(expected);
    },
  );

  it('distinct treats 1 and 1.0 as equal, and ABSENT as null', () => {
    const documents = [{ n: 1n }, { n: 1 }, {}, { n: null }, { n: '1' }];
    const rows = run(documents, source, stage('distinct', [mapOf({ n: field('n') })]));
    expect(values(rows)).toEqual([{ n: 1n }, { n: null }, { n: '1' }]);
  });

  it('unnest returns a row for each element, and keeps a row without an array', () => {
    const documents = [{ t: ['a', 'b'] }, { t: [] }, { t: 'x' }];
    const unnest = stage('unnest', [field('t'), field('one')], { index_field: 'i' });
    expect(values(run(documents, source, unnest))).toEqual([
      { t: ['a', 'b'], one: 'a', i: 0n },
      { t: ['a', 'b'], one: 'b', i: 1n },
      { t: 'x', i: null },
    ]);
  });

  it('replace_with uses the fields of a map', () => {
    const documents = [{ m: fields({ a: 1n }), b: 2n }];
    expect(values(run(documents, source, stage('replace_with', [field('m'), 'full_replace'])))).toEqual([
      { a: 1n },
    ]);
    expect(() => run(documents, source, stage('replace_with', [field('b')]))).toThrow('expected a map');
  });

  it.each([
    ['full_replace', [{ a: 1n, b: null }, {}]],
    ['merge_overwrite_existing', [{ m: fields({ a: 1n, b: null }), a: 1n, b: null }, { b: 2n }]],
    ['merge_keep_existing', [{ m: fields({ a: 1n, b: null }), a: 0n, b: null }, { b: 2n }]],
  ])('replace_with in mode %s treats an absent map as empty', (mode, expected) => {
    const documents = [{ m: fields({ a: 1n, b: null }), a: 0n }, { b: 2n }];
    expect(values(run(documents, source, stage('replace_with', [field('m'), mode])))).toEqual(expected);
    expect(() => run([{ m: null }], source, stage('replace_with', [field('m'), mode]))).toThrow(
      'expected a map',
    );
  });

  it('find_nearest orders by distance, skips other dimensions, and can return the distance', () => {
    const documents = [
      { v: new VectorValue([0, 9]) },
      { v: new VectorValue([0, 1]) },
      { v: new VectorValue([1]) },
      { v: 'x' },
      { v: new VectorValue([0, 2]) },
    ];
    const nearest = (measure: string) =>
      run(
        documents,
        source,
        stage('find_nearest', [field('v'), new VectorValue([0, 1]), measure], {
          limit: 2n,
          distance_field: 'd',
        }),
      );
    expect(nearest('euclidean').map((row) => row.fields.d)).toEqual([0, 1]);
    expect(ids(nearest('dot_product'))).toEqual(['d0', 'd4']);
  });

  it('sample returns a number of different rows, or each row with a probability', () => {
    const documents = numbers(...Array.from({ length: 200 }, (_, n) => n));
    const chosen = ids(run(documents, source, stage('sample', [5n, 'documents'])));
    expect(new Set(chosen).size).toBe(5);
    expect(run(numbers(1, 2), source, stage('sample', [5n, 'documents']))).toHaveLength(2);
    const half = run(documents, source, stage('sample', [0.5, 'percent'])).length;
    expect(half).toBeGreaterThan(70);
    expect(half).toBeLessThan(130);
  });

  it('union appends the rows of another pipeline', () => {
    const other = nested(source, stage('limit', [1n]));
    expect(ids(run(numbers(1, 2), source, stage('union', [other])))).toEqual(['d0', 'd1', 'd0']);
  });

  it('let defines variables of each row for the following stages', () => {
    const stages = [
      stage('let', [mapOf({ double: call('multiply', field('n'), 2n) })]),
      stage('where', [call('greater_than', variable('double'), 2n)]),
      stage('select', [mapOf({ double: variable('double') })]),
    ];
    expect(values(run(numbers(1, 2), source, ...stages))).toEqual([{ double: 4n }]);
  });

  it('a subquery runs for each row and returns an array of single values or maps, or one value', () => {
    const inner = (...stages: Pipeline_Stage[]) => nested(source, ...stages);
    const one = stage('select', [mapOf({ n: field('n') })]);
    const two = stage('select', [mapOf({ n: field('n'), m: 0n })]);
    const select = (expression: Argument) => stage('select', [mapOf({ it: expression })]);
    const first = (expression: Argument) => run(numbers(1, 2), source, select(expression))[0]?.fields.it;
    expect(first(call('array', inner(one)))).toEqual([1n, 2n]);
    expect(first(call('array', inner(two)))).toEqual([fields({ n: 1n, m: 0n }), fields({ n: 2n, m: 0n })]);
    expect(first(call('scalar', inner(one, stage('limit', [1n]))))).toBe(1n);
    expect(first(call('scalar', inner(one, stage('limit', [0n]))))).toBeNull();
    expect(() => first(call('scalar', inner(one)))).toThrow('multiple results');
  });
});

describe('compilePipeline', () => {
  it.each<[string, Pipeline_Stage[], string]>([
    ['no stages', [], 'at least one stage'],
    ['a pipeline without a source', [stage('limit', [1n])], 'begins with a source'],
    ['a second source', [source, source], 'must be the first one'],
    ['an unknown stage', [source, stage('explode', [])], 'There is no stage "explode"'],
    ['a name of Object', [source, stage('constructor', [])], 'There is no stage "constructor"'],
    ['an unknown option', [source, stage('limit', [1n], { by: 2n })], 'has no option "by"'],
    ['a missing argument', [source, stage('limit', [])], 'takes 1 arguments, but was given 0'],
    ['a negative limit', [source, stage('limit', [-1n])], 'at least 0, but was -1'],
    [
      'a limit that is a string',
      [source, stage('limit', ['1'])],
      'Expected limit to be INTEGER_VALUE, but was STRING_VALUE',
    ],
    [
      'fields that are no map',
      [source, stage('select', [field('a')])],
      'Expected fields to be MAP_VALUE, but was FIELD_REFERENCE_VALUE.',
    ],
    [
      'an alias that is no path',
      [source, stage('select', [mapOf({ 'a..b': 1n })])],
      'Invalid property path "a..b"',
    ],
    ['an unknown direction', [source, stage('sort', [ordering(field('n'), 'up')])], 'but was "up"'],
    [
      'groups without an accumulator',
      [source, stage('aggregate', [mapOf({}), mapOf({ g: field('g') })])],
      'at least one accumulator',
    ],
    [
      'an accumulator that is none',
      [source, stage('aggregate', [mapOf({ x: call('add', 1n, 2n) }), mapOf({})])],
      'no aggregate function "add"',
    ],
    ['a rate above 1', [source, stage('sample', [2, 'percent'])], 'from 0 to 1'],
    ['a measure that is none', [source, stage('find_nearest', [field('v'), [1n], 'far'])], 'but was "far"'],
    ['a subcollection outside a subquery', [stage('subcollection', ['r'])], 'belongs in a subquery'],
    ['one document twice', [stage('documents', [reference('/c/d'), reference('/c/d')])], 'more than once'],
    ['a pipeline as a value', [source, stage('where', [nested(source)])], 'A pipeline is not a value'],
  ])('rejects %s with a message that explains the problem', (_, stages, text) => {
    const compile = () => compilePipeline(pipelineOf(...stages), DATABASE);
    expect(compile).toThrow(text);
    expect(compile).toThrow(expect.objectContaining({ code: StatusCode.INVALID_ARGUMENT }));
  });

  it('rejects what this emulator does not support with UNIMPLEMENTED', () => {
    const compile = () => compilePipeline(pipelineOf(source, stage('delete', [])), DATABASE);
    expect(compile).toThrow(expect.objectContaining({ code: StatusCode.UNIMPLEMENTED }));
  });

  it('rejects expressions that nest too deeply, instead of overflowing the stack', () => {
    let expression = call('abs', 1n);
    for (let depth = 0; depth < 5000; depth++) expression = call('abs', expression);
    expect(() => compilePipeline(pipelineOf(source, stage('where', [expression])), DATABASE)).toThrow(
      'nests deeper',
    );
  });
});
