import { describe, expect, it } from 'vitest';
import type { Difference } from './compare-outcomes.ts';
import { findKnownDifference, KNOWN_DIFFERENCES } from './known-differences.ts';
import {
  type AreaName,
  documentsRequest,
  type Json,
  type Outcome,
  rulesRequest,
  STATE_REQUEST,
  type Step,
} from './parity-case.ts';

const OK: Outcome = { status: 200, code: 'OK', result: [] };
const DENIED: Outcome = { status: 403, code: 'PERMISSION_DENIED', message: 'false' };
const INVALID: Outcome = { status: 400, code: 'INVALID_ARGUMENT', message: 'invalid' };
const NO_RESPONSE: Outcome = { status: 0, code: 'NO_RESPONSE' };
const AREAS: readonly AreaName[] = [
  'commits',
  'queries',
  'rule-writes',
  'rule-lists',
  'rest',
  'transactions',
];

interface Sample {
  readonly area?: AreaName;
  readonly step: Step;
  readonly ours: Outcome;
  readonly google: Outcome;
  readonly aspect?: Difference['aspect'];
  readonly rules?: string;
}

function idOf({ area = 'rule-lists', step, ours, google, aspect = 'code', rules = '' }: Sample) {
  const parityCase = { area, steps: [rulesRequest(rules), step] };
  return findKnownDifference({ parityCase, step, at: 1, aspect, ours, google })?.id;
}

const query = (where: Json) =>
  documentsRequest(':runQuery', { structuredQuery: { from: [{ collectionId: 'c' }], where } });
const comparison = (fieldPath: string, value: Json): Json => ({
  fieldFilter: { field: { fieldPath }, op: 'EQUAL', value },
});
const allowList = (condition: string) => `match /c/{id} { allow list: if ${condition}; }`;

describe('known differences', () => {
  const steps = [
    STATE_REQUEST,
    documentsRequest(':commit', { writes: [{ delete: 'projects/p/databases/d/documents/c/a' }] }),
    query(comparison('a', { nullValue: null })),
  ];

  it.each(AREAS)(
    'do not hide a request in %s that one server allows and the other denies, unless ours denies a list',
    (area) => {
      for (const step of steps) {
        expect(idOf({ area, step, ours: OK, google: DENIED })).toBeUndefined();
        if (area !== 'rule-lists') expect(idOf({ area, step, ours: DENIED, google: OK })).toBeUndefined();
      }
    },
  );

  it.each(AREAS)(
    'do not hide a request in %s that only one server responds to, or that one rejects as invalid and the other executes',
    (area) => {
      for (const step of steps) {
        for (const [ours, google] of [
          [OK, INVALID],
          [INVALID, OK],
        ] as const)
          expect(idOf({ area, step, ours, google })).toBeUndefined();
        expect(idOf({ area, step, ours: NO_RESPONSE, google: OK, aspect: 'response' })).toBeUndefined();
      }
    },
  );

  it.each(AREAS)('do not hide a different stored document, value or update time in %s', (area) => {
    const document = (updateTime: string, value: string): Json => [
      { document: { name: 'c/a', updateTime, fields: { a: { stringValue: value } } } },
    ];
    const stored: Outcome = { ...OK, result: document('<time 1>', 'x') };
    for (const result of [document('<time 2>', 'x'), document('<time 1>', 'y'), []]) {
      expect(
        idOf({ area, step: STATE_REQUEST, ours: stored, google: { ...OK, result }, aspect: 'result' }),
      ).toBeUndefined();
    }
  });

  it('in texts have no other aspect', () => {
    const google = { ...OK, message: 'Error compiling rules' };
    for (const aspect of ['code', 'result', 'response'] as const) {
      const difference = {
        parityCase: { area: 'rule-lists', steps: [] },
        step: STATE_REQUEST,
        at: 0,
        aspect,
        ours: OK,
        google,
      } as const;
      const ofTexts = KNOWN_DIFFERENCES.filter(({ id }) => id.startsWith('text-'));
      expect(ofTexts.filter((known) => known.matches(difference))).toEqual([]);
    }
  });
});

it('do not include an empty projection to which one server does not respond', () => {
  const step = documentsRequest(':runQuery', {
    structuredQuery: { from: [{ collectionId: 'c' }], select: {} },
  });
  expect(idOf({ area: 'queries', step, ours: OK, google: NO_RESPONSE, aspect: 'result' })).toBeUndefined();
});

it('include a document granted only by the order of map.values()', () => {
  const step: Step = { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' };
  const granted = { area: 'rule-expressions', step, ours: OK, google: DENIED } as const;
  const rules = (condition: string) => `\n match /c/{id} { allow get: if ${condition}; }\n`;
  expect(idOf({ ...granted, rules: rules('resource.data.values()[0] == 1') })).toBe('order-of-map-values');
  expect(idOf({ ...granted, rules: rules('resource.data.values() == [1]') })).toBe('order-of-map-values');
  expect(idOf({ ...granted, rules: rules('1 in resource.data.values()') })).toBeUndefined();
  expect(idOf({ ...granted, rules: rules('resource.data.keys()[0] == 1') })).toBeUndefined();
});

it('include a document granted only by the text of a distance', () => {
  const step: Step = { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' };
  const granted = { area: 'rule-expressions', step, ours: OK, google: DENIED } as const;
  const rules = (condition: string) => `\n match /c/{id} { allow get: if ${condition}; }\n`;
  const distance = 'resource.data.a.distance(resource.data.b)';
  expect(idOf({ ...granted, rules: rules(`string(${distance}) == '1'`) })).toBe('last-digits-of-distances');
  expect(idOf({ ...granted, rules: rules(`${distance} < 1`) })).toBeUndefined();
  expect(idOf({ ...granted, rules: rules(`string(1) == '1' && ${distance} < 1`) })).toBeUndefined();
});

it('include sums that differ in the last digits, but not in more digits or in a count', () => {
  const sums = (sum: string, count = '2'): Outcome => ({
    ...OK,
    result: [{ result: { aggregateFields: { s: { doubleValue: sum }, n: { integerValue: count } } } }],
  });
  const step = documentsRequest(':runAggregationQuery', {});
  const of = (ours: Outcome, google: Outcome) =>
    idOf({ area: 'aggregations', step, ours, google, aspect: 'result' });
  expect(of(sums('9007199254740992'), sums('9007199254740994'))).toBe('rounding-of-sums');
  expect(of(sums('0.6'), sums('0.6000000000000001'))).toBe('rounding-of-sums');
  expect(of(sums('0.6'), sums('0.61'))).toBeUndefined();
  expect(of(sums('0.6'), sums('0.6000000000000001', '3'))).toBeUndefined();
  expect(of(sums('Infinity'), sums('1.7e+308'))).toBeUndefined();
  expect(of(sums('NaN'), sums('1'))).toBeUndefined();
});

it('include the time of a delete even if Google’s emulator rejects another write of the commit', () => {
  const name = 'projects/p/databases/d/documents/c/a';
  const deletion = documentsRequest(':commit', { writes: [{ delete: name }] });
  const step = documentsRequest(':commit', {
    writes: [
      { delete: name, currentDocument: { updateTime: '{time:1}' } },
      { update: { name: `${name}b`, fields: {} }, currentDocument: { exists: false } },
    ],
  });
  const ours: Outcome = {
    status: 400,
    code: 'FAILED_PRECONDITION',
    message: 'the stored version (0) does not match the required base version (7)',
  };
  const google: Outcome = { status: 409, code: 'ALREADY_EXISTS', message: 'entity already exists' };
  const known = (steps: readonly Step[]) =>
    findKnownDifference({
      parityCase: { area: 'commits', steps },
      step,
      at: steps.length - 1,
      aspect: 'code',
      ours,
      google,
    })?.id;
  expect(known([deletion, step])).toBe('time-of-a-delete');
  expect(known([STATE_REQUEST, step])).toBeUndefined();
});

describe('a list that ours denies and Google’s emulator grants', () => {
  const denied = { ours: DENIED, google: OK };

  it('is known under a negation of a condition that the filters do not decide, but not of a comparison', () => {
    const step = query(comparison('b', { integerValue: '1' }));
    expect(idOf({ ...denied, step, rules: allowList('!(resource.data.a in [1])') })).toBe(
      'unproven-under-negation',
    );
    expect(idOf({ ...denied, step, rules: allowList('!(resource.data.a == 1)') })).toBeUndefined();
    const message =
      "firestore.rules:4:39 'id == 'x'' failed [a query does not determine the id of the document]";
    expect(
      idOf({
        ...denied,
        ours: { ...denied.ours, message },
        step,
        rules: "match /{id=**} { allow list: if !(id == 'x'); }",
      }),
    ).toBe('unproven-under-negation');
    expect(
      idOf({ ...denied, step, rules: 'match /c/{id} { allow get: if !(1 in resource.data.a); }' }),
    ).toBeUndefined();
  });

  it('is known if a filter compares with null a field that the condition reads', () => {
    const step = query({
      compositeFilter: {
        op: 'AND',
        filters: [comparison('b', { nullValue: null }), comparison('a', { integerValue: '1' })],
      },
    });
    expect(idOf({ ...denied, step, rules: allowList('resource.data.b != 1') })).toBe(
      'comparisons-with-null-in-lists',
    );
    expect(idOf({ ...denied, step, rules: allowList('resource.data.a != 1') })).toBeUndefined();
  });

  it('is known if a filter on a float equals the integer that the condition excludes', () => {
    const step = query(comparison('a', { doubleValue: '1' }));
    const id = 'inequality-by-float-equality';
    expect(idOf({ ...denied, step, rules: allowList('resource.data.a != 1') })).toBe(id);
    expect(idOf({ ...denied, step, rules: allowList('resource.data.a != 1.0') })).toBeUndefined();
    const integer = query(comparison('a', { integerValue: '1' }));
    expect(idOf({ ...denied, step: integer, rules: allowList('resource.data.a != 1') })).toBeUndefined();
    const list = (...values: Json[]) =>
      query({ fieldFilter: { field: { fieldPath: 'a' }, op: 'IN', value: { arrayValue: { values } } } });
    const withFloat = list({ integerValue: '1' }, { doubleValue: '1' });
    expect(idOf({ ...denied, step: withFloat, rules: allowList('resource.data.a != 1') })).toBe(id);
    const withoutFloat = list({ integerValue: '1' }, { integerValue: '2' });
    expect(idOf({ ...denied, step: withoutFloat, rules: allowList('resource.data.a != 1') })).toBeUndefined();
  });
});

describe('a query that ours rejects and for which Google’s emulator finds nothing', () => {
  const rejects = (message: string) => ({ ours: { ...INVALID, message }, area: 'aggregations' as const });
  const aggregated = (integerValue: string): Outcome => ({
    ...OK,
    result: [{ result: { aggregateFields: { n: { integerValue } } } }],
  });

  it('is known for an order after the name, even if nothing is counted', () => {
    const rejected = rejects('order by clause cannot contain more fields after the key');
    const step = documentsRequest(':runAggregationQuery', {});
    expect(idOf({ ...rejected, step, google: aggregated('0') })).toBe('unsatisfiable-queries');
    expect(idOf({ ...rejected, step, google: OK })).toBe('unsatisfiable-queries');
    expect(idOf({ ...rejected, step, google: aggregated('1') })).toBeUndefined();
  });

  it('is known for a comparison with null or NaN and no operator', () => {
    const rejected = rejects('A field filter needs an operator.');
    const filter = (value: Json) =>
      query({ fieldFilter: { field: { fieldPath: 'a' }, op: 'OPERATOR_UNSPECIFIED', value } });
    expect(idOf({ ...rejected, step: filter({ nullValue: null }), google: OK })).toBe(
      'unsatisfiable-queries',
    );
    expect(idOf({ ...rejected, step: filter({ doubleValue: 'NaN' }), google: OK })).toBe(
      'unsatisfiable-queries',
    );
    expect(idOf({ ...rejected, step: filter({ doubleValue: '1' }), google: OK })).toBeUndefined();
  });
});

describe('a page token', () => {
  const list = (collection: string) =>
    ({
      verb: 'GET',
      path: `/v1/projects/{project}/databases/(default)/documents/${collection}?pageSize=1&pageToken={token:1}`,
    }) as const;

  it('is a known difference with another list than its own', () => {
    const google = { ...OK, result: { documents: [{ name: 'd/a' }] } };
    const responses = { ours: { ...OK, result: {} }, google, aspect: 'result', area: 'rest' } as const;
    expect(idOf({ ...responses, step: list('d') })).toBe('token-of-another-list');
    expect(idOf({ ...responses, step: list('c') })).toBeUndefined();
  });
});

describe('changes of a listener', () => {
  const changes = (...own: string[]): Outcome => ({
    ...OK,
    result: [{ id: 0, documents: [], changes: own }],
  });
  const ours = changes('added c/a -1 0');
  const step = { settle: true } as const;
  const compare = (google: Outcome) => idOf({ area: 'listening', step, ours, google, aspect: 'result' });

  it('may come in different parts, but not lead to different documents', () => {
    expect(compare(changes('added c/b -1 0', 'removed c/b 0 -1', 'added c/a -1 0'))).toBe(
      'one-snapshot-for-one-commit',
    );
    expect(compare(changes('added c/b -1 0'))).toBeUndefined();
    expect(
      compare({ ...OK, result: [{ id: 0, documents: [['c/a', {}]], changes: ['added c/a -1 0'] }] }),
    ).toBeUndefined();
  });
});

it.each([
  ['beside a text with an escaped line break', 'path("\\n") != /a/$(string(/a/1))/b', '/a/1'],
  ['with a space', '/a/$(string(/a/$(request.auth.token.email)))/b == path("/c")', '/a/A b'],
])('finds a segment with a slash %s', (_, condition, segment) => {
  const sample: Sample = {
    area: 'rule-expressions',
    step: { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' },
    rules: `match /c/{id} { allow get: if ${condition}; }`,
    ours: { ...DENIED, message: `Invalid path segment: '${segment}'.` },
    google: OK,
  };
  expect(idOf(sample)).toBe('interpolated-segments');
});

it.each([
  [
    'overflow-of-a-division',
    "'(-9223372036854775808) / (-1)' failed: Integer value is out of the [-1, 1] range.",
  ],
  [undefined, "'(-9223372036854775808) * (-1)' failed: Integer value is out of the [-1, 1] range."],
  ['time-of-day-before-1970', "'t.time() < duration.value(0, 's')' is false (t.time() = 0.001s)"],
  [undefined, "'t.time() < duration.value(0, 's')' is false (t.time() = 1s)"],
])('is %s where ours denies with: %s', (id, message) => {
  const sample: Sample = {
    area: 'rule-expressions',
    step: { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' },
    ours: { ...DENIED, message },
    google: OK,
  };
  expect(idOf(sample)).toBe(id);
});

it('a document granted only by ours through a time of day before 1970 is known', () => {
  const step: Step = { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' };
  const rules = (condition: string) => `\n match /c/{id} { allow get: if ${condition}; }\n`;
  const granted = { area: 'rule-expressions', step, ours: OK, google: DENIED } as const;
  const before1970 = rules("timestamp.value(-1).time() >= duration.value(0, 's')");
  expect(idOf({ ...granted, rules: before1970 })).toBe('time-of-day-before-1970');
  expect(
    idOf({ ...granted, rules: rules("timestamp.value(1).time() >= duration.value(0, 's')") }),
  ).toBeUndefined();
  expect(idOf({ ...granted, ours: DENIED, google: OK, rules: before1970 })).toBeUndefined();
});

it('finds an unsatisfiable filter below a document, only under OR', () => {
  const sample = (op: string, value: Json): Sample => {
    const fieldFilter = { field: { fieldPath: 'a' }, op, value };
    const compositeFilter = { op: 'OR', filters: [comparison('__name__', {}), { fieldFilter }] };
    return {
      area: 'queries',
      step: query({ compositeFilter }),
      ours: OK,
      google: { ...INVALID, message: 'collection group queries are only allowed at the root parent' },
    };
  };
  expect(idOf(sample('LESS_THAN_OR_EQUAL', { nullValue: null }))).toBe(
    'unsatisfiable-filters-below-documents',
  );
  expect(idOf(sample('LESS_THAN_OR_EQUAL', { integerValue: '1' }))).toBeUndefined();
  expect(idOf(sample('EQUAL', { nullValue: null }))).toBeUndefined();
});

it('finds an unsatisfiable filter on all collections, only under OR', () => {
  const sample = (op: string, value: Json): Sample => ({
    area: 'queries',
    step: query({
      compositeFilter: {
        op: 'OR',
        filters: [comparison('__name__', {}), { fieldFilter: { field: { fieldPath: 'a' }, op, value } }],
      },
    }),
    ours: OK,
    google: { ...INVALID, message: 'kind is required for filter: a' },
  });
  expect(idOf(sample('NOT_EQUAL', { nullValue: null }))).toBe('unsatisfiable-filters-of-all-collections');
  expect(idOf(sample('NOT_EQUAL', { integerValue: '1' }))).toBeUndefined();
  expect(idOf(sample('EQUAL', { nullValue: null }))).toBeUndefined();
});

it('finds key equality with not-in of null if ours returns nothing', () => {
  const sample = (value: Json, ours: Outcome = OK): Sample => ({
    area: 'queries',
    step: query({
      compositeFilter: {
        op: 'AND',
        filters: [
          comparison('__name__', {}),
          {
            fieldFilter: {
              field: { fieldPath: 'a' },
              op: 'NOT_IN',
              value: { arrayValue: { values: [value] } },
            },
          },
        ],
      },
    }),
    ours,
    google: { ...INVALID, message: 'Equality on key is not allowed if there are others' },
  });
  expect(idOf(sample({ nullValue: null }))).toBe('key-equality-and-not-in');
  expect(idOf(sample({ integerValue: '1' }))).toBeUndefined();
  expect(idOf(sample({ nullValue: null }, { ...OK, result: [{ document: {} }] }))).toBeUndefined();
});

it('finds a time finer than a microsecond in a list after a vector', () => {
  const vector = { mapValue: { fields: { value: { arrayValue: { values: [{ doubleValue: 0 }] } } } } };
  const sample = (timestampValue: string): Sample => ({
    area: 'queries',
    aspect: 'result',
    step: query({
      fieldFilter: {
        field: { fieldPath: 'a' },
        op: 'IN',
        value: { arrayValue: { values: [vector, { timestampValue }] } },
      },
    }),
    ours: OK,
    google: { ...OK, result: [{ document: {} }] },
  });
  expect(idOf(sample('2020-02-29T12:34:56.789012345Z'))).toBe('fine-times-in-lists');
  expect(idOf(sample('2020-02-29T12:34:56.789012Z'))).not.toBe('fine-times-in-lists');
});

it('finds an update time in a URL for a missing document, which ours rejects', () => {
  const sample = (verb: string, message: string): Sample => ({
    area: 'rest',
    step: { verb, path: '/c/none?currentDocument.updateTime={time:0}' } as Step,
    ours: { status: 400, code: 'FAILED_PRECONDITION', message },
    google: { status: 200, code: 'OK', result: {} },
  });
  const missing = 'the stored version (0) does not match the required base version (1795507504229110)';
  expect(idOf(sample('DELETE', missing))).toBeDefined();
  expect(idOf(sample('DELETE', missing.replace('(0)', '(1795507504229000)')))).toBeUndefined();
});

it.each([
  ['no document', { integerValue: '0' }, 'unsatisfiable-queries'],
  ['a document', { integerValue: '2' }, undefined],
])('finds a sum that no index can serve, when Google finds %s', (_, sum, id) => {
  const sample: Sample = {
    area: 'aggregations',
    step: query({}),
    ours: {
      ...INVALID,
      message: 'This query requires an index that has fields [a] after __name__ and so on',
    },
    google: { ...OK, result: [{ result: { aggregateFields: { a: sum } } }] },
  };
  expect(idOf(sample)).toBe(id);
});

it.each([
  ['Aggregation over non-key properties is not supported for base query', 'code-of-an-invalid-key-scan'],
  ['order by clause cannot contain more fields after the key', 'code-of-an-invalid-key-scan'],
  ['another error', undefined],
])('finds a scan by descending name that is rejected for its order or with: %s', (message, id) => {
  const scan: Outcome = {
    status: 400,
    code: 'FAILED_PRECONDITION',
    message: "collection group queries are only allowed at the root or they're an ascending primary key scan",
  };
  const other: Outcome = { ...INVALID, message };
  const sample = { area: 'aggregations', step: query({}) } as const;
  expect(idOf({ ...sample, ours: scan, google: other })).toBe(id);
  expect(idOf({ ...sample, ours: other, google: scan })).toBe(id);
});

it.each([
  ['request.size() > 6', 'members-of-request'],
  ["'headers' in (request).keys()", 'members-of-request'],
  ['request.auth.size() > 6', undefined],
  ['resource.size() > 6', undefined],
])('finds the members of the request in %s', (condition, id) => {
  const sample: Sample = {
    area: 'rule-expressions',
    step: { verb: 'GET', path: '/v1/projects/{project}/databases/(default)/documents/c/x' },
    rules: `match /c/{id} { allow get: if ${condition}; }`,
    ours: OK,
    google: DENIED,
  };
  expect(idOf(sample)).toBe(id);
});

it('finds an empty segment in the condition of a commit', () => {
  const sample = (rules: string): Sample => ({
    area: 'rule-writes',
    step: documentsRequest(':commit', { writes: [] }),
    rules,
    ours: { ...DENIED, message: "Invalid path segment: ''." },
    google: OK,
  });
  const allow = (path: string) => `match /c/{id} { allow create: if !exists(${path}); }`;
  expect(idOf(sample(allow("/a/$('')/b")))).toBe('interpolated-segments');
  expect(idOf(sample(allow('/a/b')))).toBeUndefined();
});

it('classifies an error without a result', () => {
  const sample: Sample = {
    area: 'queries',
    step: query({}),
    ours: { ...INVALID, message: 'order by clause cannot contain a field twice' },
    google: DENIED,
  };
  expect(idOf(sample)).toBeUndefined();
});
