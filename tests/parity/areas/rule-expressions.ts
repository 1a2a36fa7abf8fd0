import fc from 'fast-check';
import { condition, FUNCTIONS } from '../generators/rule-expressions.ts';
import {
  type Auth,
  DOCUMENTS,
  type JsonObject,
  type ParityCase,
  rulesRequest,
  storeRequest,
} from '../parity-case.ts';

/** The document that conditions read: a field of each type. */
const RULES_DOCUMENT: JsonObject = {
  n: { nullValue: null },
  t: { booleanValue: true },
  i: { integerValue: '31' },
  f: { doubleValue: 1.5 },
  nan: { doubleValue: 'NaN' },
  s: { stringValue: 'a' },
  b: { bytesValue: '/wA=' },
  ts: { timestampValue: '2020-02-29T12:34:56.789012Z' },
  g: { geoPointValue: { latitude: 1.5, longitude: -2 } },
  r: { referenceValue: `${DOCUMENTS}/c/x` },
  l: {
    arrayValue: {
      values: [{ integerValue: '1' }, { doubleValue: 1 }, { stringValue: 'a' }, { nullValue: null }],
    },
  },
  ls: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
  m: {
    mapValue: {
      fields: { i: { integerValue: '2' }, a: { mapValue: { fields: { b: { booleanValue: false } } } } },
    },
  },
  a: { integerValue: '1' },
};

/**
 * The same types with other values: loading rules takes as long as many reads, so each condition is
 * read several times.
 */
const OTHER_DOCUMENT: JsonObject = {
  n: { nullValue: null },
  t: { booleanValue: false },
  i: { integerValue: '-7' },
  f: { doubleValue: '-0.0' },
  nan: { doubleValue: 2 },
  s: { stringValue: 'A b' },
  b: { bytesValue: 'YQ==' },
  ts: { timestampValue: '1969-12-31T23:59:59.999999Z' },
  g: { geoPointValue: { latitude: 0, longitude: 180 } },
  r: { referenceValue: `${DOCUMENTS}/users/alice` },
  l: { arrayValue: { values: [{ integerValue: '0' }, { mapValue: { fields: {} } }] } },
  ls: { arrayValue: {} },
  m: {
    mapValue: {
      fields: { i: { integerValue: '31' }, a: { mapValue: { fields: {} } }, s: { stringValue: '' } },
    },
  },
};

const STORE = storeRequest({
  'c/x': RULES_DOCUMENT,
  'users/alice': { a: { integerValue: '1' }, admin: { booleanValue: true } },
});

const USERS: readonly Auth[] = [
  { uid: 'alice', token: { email: 'a@example.com', admin: true, level: 3 } },
  { uid: 'bob', token: { email: 'A b', admin: false, level: -7 } },
  null,
];
/** The readers and their documents: `missing` does not exist. */
const reads = fc.uniqueArray(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom(...USERS)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('missing'), fc.constantFrom(...USERS)) },
  ),
  { minLength: 1, maxLength: 6, size: 'max', comparator: (a, b) => a[0] === b[0] && a[1] === b[1] },
);

/** One match block per condition, so that one load of rules serves several requests. */
function rulesFile(conditions: readonly string[], methods = 'get'): string {
  const blocks = conditions.map(
    (text, index) => `    match /r${index}/{id} { allow ${methods}: if ${text}; }`,
  );
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${FUNCTIONS}
${blocks.join('\n')}
  }
}
`;
}

/**
 * Reads of two documents, and of a missing one, under conditions of all types, operators and
 * functions.
 */
export const ruleExpressionCases: fc.Arbitrary<ParityCase> = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 24, size: 'max' }), reads)
  .map(([conditions, readers]) => {
    const copies = Object.fromEntries(
      conditions.flatMap((_, index) => [
        [`r${index}/x`, RULES_DOCUMENT],
        [`r${index}/y`, OTHER_DOCUMENT],
      ]),
    );
    return {
      area: 'rule-expressions',
      setup: 3,
      steps: [
        rulesRequest(rulesFile(conditions)),
        STORE,
        storeRequest(copies),
        ...conditions.flatMap((_, index) =>
          readers.map(([id, auth]) => ({
            verb: 'GET' as const,
            path: `/v1/${DOCUMENTS}/r${index}/${id}`,
            auth,
          })),
        ),
      ],
    };
  });
