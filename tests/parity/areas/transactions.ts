import fc from 'fast-check';
import {
  DOCUMENTS,
  documentsRequest,
  type Json,
  type JsonObject,
  type ParityCase,
  STATE_REQUEST,
  type Step,
  storeRequest,
} from '../parity-case.ts';
import { write } from './commits.ts';

const STORE = storeRequest({ 'c/a': { a: { integerValue: '1' } }, 'c/b': { a: { integerValue: '2' } } });
const QUERY: Json = { from: [{ collectionId: 'c' }] };
const NAMES = [`${DOCUMENTS}/c/a`, `${DOCUMENTS}/c/zzz`];
const MODES: readonly JsonObject[] = [
  {},
  { readWrite: {} },
  { readOnly: {} },
  { readOnly: { readTime: '{time:0}' } },
];

/** A step that takes the reference to the transaction of the case. */
type TransactionStep = (transaction: string) => Step;

const step: fc.Arbitrary<TransactionStep> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constant<TransactionStep>((transaction) =>
      documentsRequest(':batchGet', { documents: NAMES, transaction }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant<TransactionStep>((transaction) =>
      documentsRequest(':runQuery', { structuredQuery: QUERY, transaction }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<TransactionStep>((transaction) =>
      documentsRequest(':runAggregationQuery', {
        structuredAggregationQuery: { structuredQuery: QUERY, aggregations: [{ alias: 'n', count: {} }] },
        transaction,
      }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.array(write, { maxLength: 2 }).map(
      (writes): TransactionStep =>
        (transaction) =>
          documentsRequest(':commit', { writes, transaction }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<TransactionStep>((transaction) => documentsRequest(':rollback', { transaction })),
  },
  { weight: 1, arbitrary: fc.constant<TransactionStep>(() => STATE_REQUEST) },
);

/** One transaction at a time: reads, commits and rollbacks, even after its end. */
export const transactionCases: fc.Arbitrary<ParityCase> = fc
  .tuple(
    fc.constantFrom(...MODES),
    fc.array(step, { minLength: 1, maxLength: 8, size: 'max' }),
    fc.oneof({ weight: 8, arbitrary: fc.constant('{transaction:1}') }, fc.constant('bm9uZQ==')),
  )
  .map(([options, steps, transaction]) => ({
    area: 'transactions',
    setup: 1,
    steps: [
      STORE,
      documentsRequest(':beginTransaction', { options }),
      ...steps.map((create) => create(transaction)),
      STATE_REQUEST,
    ],
  }));
