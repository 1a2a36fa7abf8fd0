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

const STORE = storeRequest({
  'c/x': RULES_DOCUMENT,
  'users/alice': { a: { integerValue: '1' }, admin: { booleanValue: true } },
});

const auth: fc.Arbitrary<Auth> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constant({ uid: 'alice', token: { email: 'a@example.com', admin: true, level: 3 } }),
  },
  fc.constant(null),
);

/** One match block for each condition, so that one load of rules serves several requests. */
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

/** Reads of one document under conditions of all types, operators and functions. */
export const ruleExpressionCases: fc.Arbitrary<ParityCase> = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 6 }), auth)
  .map(([conditions, user]) => {
    const copies = Object.fromEntries(conditions.map((_, index) => [`r${index}/x`, RULES_DOCUMENT]));
    return {
      area: 'rule-expressions',
      steps: [
        rulesRequest(rulesFile(conditions)),
        STORE,
        storeRequest(copies),
        ...conditions.map((_, index) => ({
          verb: 'GET' as const,
          path: `/v1/${DOCUMENTS}/r${index}/x`,
          auth: user,
        })),
      ],
    };
  });
