import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { condition, FUNCTIONS } from '../generators/rule-expressions.ts';
import { withoutUndefined } from '../generators/values.ts';
import {
  type Auth,
  DOCUMENTS,
  documentsRequest,
  type JsonObject,
  type ParityCase,
  rulesRequest,
  STATE_REQUEST,
  storeRequest,
} from '../parity-case.ts';

/** Conditions on the document before and after a write. */
const WRITE_CONDITIONS = [
  'true',
  'resource == null',
  'request.resource.data.a is int',
  "request.resource.data.keys().hasOnly(['a', 'b', 'at'])",
  "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a'])",
  'request.resource.data.diff(resource.data).affectedKeys().size() == 1',
  "request.resource.data.diff(resource.data).addedKeys() == ['b'].toSet()",
  "request.resource.data.diff(resource.data).changedKeys().hasAny(['a'])",
  'request.resource.data.diff(resource.data).removedKeys().size() == 0',
  'request.resource.data.a == resource.data.a + 1',
  'request.resource.data.at == request.time',
  "!('b' in resource.data)",
  "request.resource.data.b == 'x'",
  "resource.data.get('b', 'none') != 'x'",
  'request.auth.uid == id',
  'request.resource.id == id',
  "request.method == 'create'",
  'exists(/databases/$(database)/documents/c/b)',
  'existsAfter(/databases/$(database)/documents/c/b)',
  '!existsAfter(/databases/$(database)/documents/c/$(id))',
  'getAfter(/databases/$(database)/documents/c/b).data.a == 2',
  'getAfter(/databases/$(database)/documents/c/$(id)).data == request.resource.data',
  'get(/databases/$(database)/documents/c/b).data.a == 1',
  'get(/databases/$(database)/documents/c/$(id)).data == resource.data',
  'request.resource == null',
  'resource.data.a > 0 || request.resource.data.a > 0',
  'request.resource.data.l.size() > resource.data.l.size()',
];
const writeCondition = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WRITE_CONDITIONS) },
  { weight: 1, arbitrary: condition },
);
const combined = fc.oneof(
  { weight: 4, arbitrary: writeCondition },
  {
    weight: 1,
    arbitrary: fc
      .tuple(writeCondition, fc.constantFrom('&&', '||'), writeCondition)
      .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
  },
  { weight: 1, arbitrary: writeCondition.map((text) => `!(${text})`) },
);
const allow = fc
  .tuple(fc.constantFrom('create', 'update', 'delete', 'write', 'create, update', 'get', 'read'), combined)
  .map(([methods, text]) => `allow ${methods}: if ${text};`);
const rules = fc.array(allow, { minLength: 1, maxLength: 4 }).map(
  (statements) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${FUNCTIONS}
    match /c/{id} {
${statements.map((statement) => `      ${statement}`).join('\n')}
    }
  }
}
`,
);

const scalar = fc.constantFrom<JsonObject>(
  { integerValue: '1' },
  { integerValue: '2' },
  { stringValue: 'x' },
  { doubleValue: 1 },
  { nullValue: null },
);
const list = fc.array(scalar, { maxLength: 2 }).map((values): JsonObject => ({ arrayValue: { values } }));
const fields = fc.record({ a: scalar, b: scalar, l: list }, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
const name = fc.constantFrom('alice', 'b', 'new').map((id) => `${DOCUMENTS}/c/${id}`);
const transform = fc.constantFrom<JsonObject>(
  { fieldPath: 'at', setToServerValue: 'REQUEST_TIME' },
  { fieldPath: 'a', increment: { integerValue: '1' } },
  { fieldPath: 'l', appendMissingElements: { values: [{ integerValue: '3' }] } },
);
const currentDocument = optional(
  fc.boolean().map((exists): JsonObject => ({ exists })),
  35,
);
const write: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        update: fc.record({ name, fields }),
        updateMask: optional(
          fc
            .uniqueArray(fc.constantFrom('a', 'b', 'l'), { minLength: 1, maxLength: 2 })
            .map((fieldPaths): JsonObject => ({ fieldPaths })),
          50,
        ),
        updateTransforms: optional(fc.array(transform, { minLength: 1, maxLength: 2 }), 25),
        currentDocument,
      })
      .map(withoutUndefined),
  },
  { weight: 2, arbitrary: fc.record({ delete: name, currentDocument }).map(withoutUndefined) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, transform)
      .map(([document, each]): JsonObject => ({ transform: { document, fieldTransforms: [each] } })),
  },
);
const auth: fc.Arbitrary<Auth> = fc.constantFrom<Auth[]>({ uid: 'alice' }, { uid: 'alice' }, null);
const stored = fc.record({ 'c/alice': fields, 'c/b': fields }, { requiredKeys: ['c/b'] });

/** Commits of users under rules that compare the documents before and after them. */
export const ruleWriteCases: fc.Arbitrary<ParityCase> = fc
  .tuple(
    rules,
    stored,
    auth,
    fc.array(fc.array(write, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12, size: 'max' }),
  )
  .map(([content, documents, user, commits]) => ({
    area: 'rule-writes',
    setup: 2,
    steps: [
      rulesRequest(content),
      storeRequest(documents as { readonly [path: string]: JsonObject }),
      ...commits.flatMap((writes) => [documentsRequest(':commit', { writes }, user), STATE_REQUEST]),
    ],
  }));
