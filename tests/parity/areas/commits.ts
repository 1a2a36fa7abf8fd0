import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { fields, number, value, withoutUndefined } from '../generators/values.ts';
import {
  DOCUMENTS,
  documentsRequest,
  type JsonObject,
  type ParityCase,
  STATE_REQUEST,
  type Step,
} from '../parity-case.ts';

const PATHS = ['c/a', 'c/b', 'c/a/s/x', 'd/a', 'c/__id7__', 'c/é'];
const BROKEN_PATHS = ['c', 'c/__a__', 'c/.', 'c/..', 'c//a', `c/${'x'.repeat(1501)}`, '', 'c/____'];
const FIELD_PATHS = [
  'a',
  'b',
  'm',
  'm.a',
  'm.b',
  'm.x.y',
  'a.b',
  'x',
  '`a b`',
  '`é`',
  'm.`a b`',
  '`a.b`',
  '`\\``',
  '`0`',
];
const BROKEN_FIELD_PATHS = [
  'é',
  'a b',
  '0',
  '',
  'a.',
  '.a',
  'a..b',
  '`a',
  '``',
  '__a__',
  '`__a__`',
  'a-b',
  'a[0]',
  '*',
  '~',
  'm.0',
];

const path = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_PATHS) },
);
const name = path.map((each) => `${DOCUMENTS}/${each}`);
const fieldPath = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...FIELD_PATHS) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_FIELD_PATHS) },
);

const precondition: fc.Arbitrary<JsonObject | undefined> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.boolean().map((exists) => ({ exists })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('{time:0}', '{time:1}', '2020-01-01T00:00:00Z')
      .map((updateTime) => ({ updateTime })),
  },
  { weight: 1, arbitrary: fc.constant({}) },
);

const operands = fc.array(value, { maxLength: 3 }).map((values): JsonObject => ({ values }));
const transform: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fieldPath,
    fc.oneof<fc.Arbitrary<JsonObject>[]>(
      fc.constant({ setToServerValue: 'REQUEST_TIME' }),
      number.map((increment) => ({ increment })),
      fc.oneof({ weight: 5, arbitrary: number }, value).map((maximum) => ({ maximum })),
      fc.oneof({ weight: 5, arbitrary: number }, value).map((minimum) => ({ minimum })),
      operands.map((appendMissingElements) => ({ appendMissingElements })),
      operands.map((removeAllFromArray) => ({ removeAllFromArray })),
      value.map((increment) => ({ increment })),
    ),
  )
  .map(([field, operation]) => ({ fieldPath: field, ...operation }));

const mask = fc
  .uniqueArray(fieldPath, { maxLength: 4 })
  .map((fieldPaths): JsonObject => (fieldPaths.length === 0 ? {} : { fieldPaths }));

/** One write of a commit. */
export const write: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        update: fc.record({ name, fields }),
        updateMask: optional(mask, 45),
        updateTransforms: optional(fc.array(transform, { maxLength: 3 }), 35),
        currentDocument: precondition,
      })
      .map(withoutUndefined),
  },
  {
    weight: 2,
    arbitrary: fc.record({ delete: name, currentDocument: precondition }).map(withoutUndefined),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        transform: fc.record({ document: name, fieldTransforms: fc.array(transform, { maxLength: 3 }) }),
        currentDocument: precondition,
      })
      .map(withoutUndefined),
  },
);

const seedWrites = fc
  .dictionary(fc.constantFrom(...PATHS), fields, { minKeys: 1, maxKeys: 3 })
  .map((documents) =>
    Object.entries(documents).map(
      ([each, content]): JsonObject => ({ update: { name: `${DOCUMENTS}/${each}`, fields: content } }),
    ),
  );

const commit: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(write, { minLength: 1, maxLength: 4 })
      .map((writes) => documentsRequest(':commit', { writes })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(write, { minLength: 1, maxLength: 4 })
      .map((writes) => documentsRequest(':batchWrite', { writes })),
  },
);

/** Commits with masks, transforms and preconditions, then all documents. */
export const commitCases: fc.Arbitrary<ParityCase> = fc
  .tuple(seedWrites, fc.array(commit, { minLength: 1, maxLength: 12, size: 'max' }))
  .map(([writes, commits]) => ({
    area: 'commits',
    setup: 1,
    steps: [documentsRequest(':commit', { writes }), ...commits.flatMap((step) => [step, STATE_REQUEST])],
  }));
