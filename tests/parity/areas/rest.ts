import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { fields } from '../generators/values.ts';
import {
  DOCUMENTS,
  type Json,
  type JsonObject,
  type ParityCase,
  type RequestStep,
  STATE_REQUEST,
  storeRequest,
} from '../parity-case.ts';

const PATHS = ['c/a', 'c/b', 'c/a/s/x', 'c/missing/s/y', 'd/a', 'c/é'];
const documents = fc.dictionary(fc.constantFrom(...PATHS), fields, { minKeys: 1, maxKeys: 5 });
const documentPath = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PATHS, 'c/none') },
  fc.constantFrom('c', 'c/__a__', 'c/..', 'c/a%2Fb', 'c//a', 'c/%20', 'c/____'),
);
const collectionPath = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('c', 'c/a/s', 'c/missing/s', 'd', 'none') },
  fc.constantFrom('', 'c/a', '__a__'),
);

/** Encodes everything except a reference to an earlier response. */
const encodeParameter = (text: string) => (text.startsWith('{') ? text : encodeURIComponent(text));

type Parameter = readonly [name: string, value: string];
/** Only masks may be repeated. */
const parameters = (choices: readonly Parameter[]) =>
  fc.subarray([...choices], { maxLength: 3 }).map((chosen) => {
    const names = chosen.map(([name]) => name);
    const used = chosen.filter(
      ([name], index) => name.endsWith('fieldPaths') || names.indexOf(name) === index,
    );
    return used.length === 0
      ? ''
      : `?${used.map(([name, value]) => `${name}=${encodeParameter(value)}`).join('&')}`;
  });
const url = (path: string, query: string) => `/v1/${DOCUMENTS}/${path}${query}`;

const send = (verb: RequestStep['verb'], path: string, query: string, body?: Json): RequestStep => ({
  verb,
  path: url(path, query),
  ...(body === undefined ? {} : { body }),
});

/**
 * A document with a generated id is created in a separate collection, because it is sorted
 * differently on each server.
 */
const GENERATED = 'generated';
const hasId = (query: string) => /documentId=[^&]/.test(query);

const MASK: readonly Parameter[] = [
  ['mask.fieldPaths', 'a'],
  ['mask.fieldPaths', 'm.x'],
  ['mask.fieldPaths', '`a b`'],
  ['mask.fieldPaths', 'a b'],
  ['mask.fieldPaths', '__name__'],
];
const CONDITION: readonly Parameter[] = [
  ['currentDocument.exists', 'true'],
  ['currentDocument.exists', 'false'],
  ['currentDocument.updateTime', '{time:0}'],
  ['currentDocument.exists', 'maybe'],
];
const UPDATE_MASK: readonly Parameter[] = [
  ['updateMask.fieldPaths', 'a'],
  ['updateMask.fieldPaths', 'b'],
  ['updateMask.fieldPaths', 'm.x'],
  ['updateMask.fieldPaths', 'é'],
];
const LIST: readonly Parameter[] = [
  ['pageSize', '1'],
  ['pageSize', '2'],
  ['pageSize', '0'],
  ['pageSize', '-1'],
  ['orderBy', 'a'],
  ['orderBy', 'a desc'],
  ['orderBy', '__name__ desc'],
  ['orderBy', 'a,b'],
  ['orderBy', 'a up'],
  ['showMissing', 'true'],
  ['pageToken', '{token:1}'],
  ['pageToken', 'bad'],
];
const IDS: readonly Parameter[] = [
  ['documentId', 'new'],
  ['documentId', 'a'],
  ['documentId', '__x__'],
  ['documentId', 'a/b'],
  ['documentId', ''],
];

const body = fc.oneof(
  { weight: 8, arbitrary: fields.map((content): Json => ({ fields: content })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Json[]>(
      {},
      '',
      '{',
      '[]',
      'null',
      { unknown: 1 },
      { name: `${DOCUMENTS}/c/other`, fields: {} },
      { fields: { a: { integerValue: 1 } } },
      { fields: { a: { integerValue: 1.5 } } },
      { fields: { a: { integerValue: '9223372036854775808' } } },
      { fields: { a: { doubleValue: '1.5' } } },
      { fields: { a: { doubleValue: 'x' } } },
      { fields: { a: { booleanValue: 'true' } } },
      { fields: { a: { stringValue: 1 } } },
      { fields: { a: { stringValue: 'a', integerValue: 1 } } },
      { fields: { a: {} } },
      { fields: { a: { timestampValue: '2020-01-01T00:00:00+01:00' } } },
      { fields: { a: { timestampValue: '2020-01-01' } } },
      { fields: { a: { bytesValue: 'a-_' } } },
      { fields: { a: { bytesValue: '!' } } },
      { fields: { a: { geoPointValue: { latitude: 91 } } } },
      { fields: { a: { nullValue: 'NULL_VALUE' } } },
      { fields: { a: { nullValue: 0 } } },
      { fields: { a: { referenceValue: 'c/a' } } },
      { fields: { a: { arrayValue: {} } } },
      { fields: { a: { arrayValue: { values: [{ arrayValue: {} }] } } } },
      { fields: { a: null } },
      { fields: [] },
      { createTime: '2020-01-01T00:00:00Z', fields: {} },
    ),
  },
);

const STRUCTURED: JsonObject = {
  from: [{ collectionId: 'c' }],
  orderBy: [{ field: { fieldPath: '__name__' } }],
};
const post = (path: string, content: Json): RequestStep => ({
  verb: 'POST',
  path: `/v1/${DOCUMENTS}${path}`,
  body: content,
});
const request: fc.Arbitrary<RequestStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(documentPath, parameters(MASK)).map(([path, query]) => send('GET', path, query)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(collectionPath, parameters([...LIST, ...MASK]))
      .map(([path, query]) => send('GET', path, query)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(documentPath, parameters([...UPDATE_MASK, ...CONDITION, ...MASK]), body)
      .map(([path, query, content]) => send('PATCH', path, query, content)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(collectionPath, parameters([...IDS, ...MASK]), body)
      .map(([path, query, content]) => send('POST', hasId(query) ? path : GENERATED, query, content)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(documentPath, parameters(CONDITION))
      .map(([path, query]) => send('DELETE', path, query)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '/c/a', '/c/missing', '/c'),
        fc.constantFrom<Json[]>({}, { pageSize: 1 }, '', { pageSize: -1 }, { pageToken: 'bad' }),
      )
      .map(([path, content]) => post(`${path}:listCollectionIds`, content)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Json[]>(
        {
          partitionCount: 2,
          structuredQuery: { ...STRUCTURED, from: [{ collectionId: 'c', allDescendants: true }] },
        },
        { partitionCount: 0, structuredQuery: STRUCTURED },
        { structuredQuery: STRUCTURED },
        {},
      )
      .map((content) => post(':partitionQuery', content)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.array(documentPath, { maxLength: 3 }),
        optional(fc.constantFrom<JsonObject[]>({ fieldPaths: ['a'] }, { fieldPaths: ['é'] }, {}), 40),
      )
      .map(([paths, mask]) =>
        post(':batchGet', {
          documents: paths.map((path) => `${DOCUMENTS}/${path}`),
          ...(mask === undefined ? {} : { mask }),
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ':runQuery',
        ':commit',
        ':batchWrite',
        ':beginTransaction',
        ':rollback',
        ':runAggregationQuery',
        ':nothing',
        '/c/a:commit',
        '/c/a:runQuery',
      )
      .chain((method) =>
        fc
          .constantFrom<Json[]>(
            {},
            '',
            '{',
            '[]',
            { unknown: 1 },
            { structuredQuery: {} },
            { writes: [{}] },
            { structuredQuery: { where: {} } },
          )
          .map((content) => post(method, content)),
      ),
  },
);

/**
 * The REST interface: each method, its parameters, bodies with every notation of values, and broken
 * ones.
 */
export const restCases: fc.Arbitrary<ParityCase> = fc
  .tuple(documents, fc.array(request, { minLength: 1, maxLength: 16, size: 'max' }))
  .map(([stored, requests]) => ({
    area: 'rest',
    setup: 1,
    steps: [
      storeRequest(stored),
      { verb: 'GET', path: url('c', '?pageSize=1') },
      ...requests.map((each, at) => ({ ...each, path: each.path.replace(GENERATED, `${GENERATED}${at}`) })),
      STATE_REQUEST,
    ],
  }));
