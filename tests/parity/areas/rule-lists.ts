import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { withoutUndefined } from '../generators/values.ts';
import {
  type Auth,
  documentsRequest,
  type Json,
  type JsonObject,
  type ParityCase,
  rulesRequest,
  storeRequest,
} from '../parity-case.ts';

const LITERALS: readonly (readonly [rules: string, value: JsonObject])[] = [
  ['1', { integerValue: '1' }],
  ['2', { integerValue: '2' }],
  ['1.0', { doubleValue: 1 }],
  ["'a'", { stringValue: 'a' }],
  ["'alice'", { stringValue: 'alice' }],
  ['true', { booleanValue: true }],
  ['null', { nullValue: null }],
];
const literal = fc.constantFrom(...LITERALS);
const field = fc.constantFrom('a', 'b', 'm.x');
const data = field.map((path) => `resource.data.${path}`);
const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');

const test: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(data, operator, literal).map(([left, op, [right]]) => `${left} ${op} ${right}`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(literal, operator, data).map(([[left], op, right]) => `${left} ${op} ${right}`),
  },
  { weight: 2, arbitrary: fc.tuple(literal, data).map(([[element], list]) => `${element} in ${list}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(data, literal, literal).map(([left, [a], [b]]) => `${left} in [${a}, ${b}]`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(data, fc.constantFrom('hasAny', 'hasAll', 'hasOnly'), literal)
      .map(([list, method, [element]]) => `${list}.${method}([${element}])`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(data, fc.constantFrom('int', 'string', 'list', 'bool', 'map'))
      .map(([left, type]) => `${left} is ${type}`),
  },
  { weight: 1, arbitrary: data.map((left) => `${left} == request.auth.uid`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'request.query.limit <= 2',
      'request.query.limit == null',
      'request.query.offset == 0',
      "request.query.orderBy == 'a ASC'",
      "'a' in resource.data",
      "resource.data.keys().hasAll(['a'])",
      "resource.data.get('a', 1) == 1",
      'resource.data.size() == 1',
      "id == 'x'",
      'resource.id == id',
      'request.path == /databases/(default)/documents/c',
      "request.method == 'list'",
      'request.resource == null',
      'resource == null',
      'exists(/databases/$(database)/documents/c/$(resource.data.b))',
      'exists(/databases/$(database)/documents/c/x)',
      'get(/databases/$(database)/documents/users/$(request.auth.uid)).data.a == 1',
      'false',
      'true',
    ),
  },
);
const condition = fc.oneof(
  { weight: 5, arbitrary: test },
  {
    weight: 2,
    arbitrary: fc.tuple(test, fc.constantFrom('&&', '||'), test).map(([a, op, b]) => `(${a}) ${op} (${b})`),
  },
  { weight: 1, arbitrary: test.map((text) => `!(${text})`) },
);
const pattern = fc.constantFrom('/c/{id}', '/c/{id}', '/{path=**}/c/{id}', '/{id=**}', '/c/x');
const rules = fc
  .array(fc.tuple(pattern, fc.constantFrom('list', 'read', 'get'), condition), { minLength: 1, maxLength: 2 })
  .map(
    (blocks) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${blocks.map(([path, method, text]) => `    match ${path} { allow ${method}: if ${text}; }`).join('\n')}
  }
}
`,
  );

const fieldFilter: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        field,
        fc.constantFrom(
          'EQUAL',
          'EQUAL',
          'NOT_EQUAL',
          'LESS_THAN',
          'LESS_THAN_OR_EQUAL',
          'GREATER_THAN',
          'GREATER_THAN_OR_EQUAL',
          'ARRAY_CONTAINS',
        ),
        literal,
      )
      .map(([fieldPath, op, [, value]]) => ({ fieldFilter: { field: { fieldPath }, op, value } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        field,
        fc.constantFrom('IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'),
        fc.array(literal, { minLength: 1, maxLength: 2 }),
      )
      .map(([fieldPath, op, values]) => ({
        fieldFilter: {
          field: { fieldPath },
          op,
          value: { arrayValue: { values: values.map(([, value]) => value) } },
        },
      })),
  },
);
const filter: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fieldFilter },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('AND', 'AND', 'OR'), fc.array(fieldFilter, { minLength: 2, maxLength: 3 }))
      .map(([op, filters]): JsonObject => ({ compositeFilter: { op, filters } })),
  },
);
const query: fc.Arbitrary<JsonObject> = fc
  .record({
    from: fc.constantFrom<Json[]>(
      [{ collectionId: 'c' }],
      [{ collectionId: 'c' }],
      [{ collectionId: 'c' }],
      [{ collectionId: 'c', allDescendants: true }],
    ),
    where: optional(filter, 85),
    orderBy: optional(
      fc.constantFrom<Json[]>(
        [{ field: { fieldPath: 'a' } }],
        [{ field: { fieldPath: '__name__' }, direction: 'DESCENDING' }],
      ),
      15,
    ),
    limit: optional(fc.integer({ min: 1, max: 3 }), 30),
    offset: optional(fc.constant(1), 10),
  })
  .map((members) => withoutUndefined(members));
const request = (user: Auth) =>
  fc
    .tuple(query, fc.integer({ min: 0, max: 5 }))
    .map(([structuredQuery, kind]) =>
      kind === 0
        ? documentsRequest(
            ':runAggregationQuery',
            { structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: 'n', count: {} }] } },
            user,
          )
        : documentsRequest(':runQuery', { structuredQuery }, user),
    );
const STORE = storeRequest({
  'c/x': {
    a: { integerValue: '1' },
    b: { stringValue: 'alice' },
    m: { mapValue: { fields: { x: { booleanValue: true } } } },
  },
  'c/y': {
    a: { arrayValue: { values: [{ integerValue: '1' }, { stringValue: 'a' }] } },
    b: { nullValue: null },
  },
  'users/alice': { a: { integerValue: '1' } },
});
const auth = fc.constantFrom<Auth[]>({ uid: 'alice' }, { uid: 'alice' }, null);

/** Queries and aggregations of users under rules that their filters may or may not prove. */
export const ruleListCases: fc.Arbitrary<ParityCase> = auth.chain((user) =>
  fc.tuple(rules, fc.array(request(user), { minLength: 1, maxLength: 64, size: 'max' })).map(
    ([content, requests]): ParityCase => ({
      area: 'rule-lists',
      setup: 2,
      steps: [rulesRequest(content), STORE, ...requests],
    }),
  ),
);
