import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { withoutUndefined } from '../generators/values.ts';
import {
  DOCUMENTS,
  documentsRequest,
  type Json,
  type JsonObject,
  type ListenTarget,
  type ParityCase,
  type Step,
} from '../parity-case.ts';

const scalar = fc.constantFrom<JsonObject>(
  { integerValue: '1' },
  { integerValue: '2' },
  { integerValue: '3' },
  { stringValue: 'x' },
  { doubleValue: 1.5 },
  { nullValue: null },
);
const fields = fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
const path = fc.constantFrom('c/a', 'c/b', 'c/d', 'c/e', 'c/a/c/z');
const write: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(path, fields)
      .map(([each, content]): JsonObject => ({ update: { name: `${DOCUMENTS}/${each}`, fields: content } })),
  },
  { weight: 2, arbitrary: path.map((each): JsonObject => ({ delete: `${DOCUMENTS}/${each}` })) },
  {
    weight: 1,
    arbitrary: path.map(
      (each): JsonObject => ({
        update: { name: `${DOCUMENTS}/${each}`, fields: {} },
        updateMask: {},
        updateTransforms: [{ fieldPath: 'a', increment: { integerValue: '1' } }],
      }),
    ),
  },
);

const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
const operand = fc.constantFrom<Json[]>(1, 2, 'x', 1.5, null);
const target: fc.Arbitrary<ListenTarget> = fc.oneof(
  { weight: 1, arbitrary: path.map((each): ListenTarget => ({ path: each })) },
  {
    weight: 5,
    arbitrary: fc
      .record({
        path: fc.constant('c'),
        group: optional(fc.constant(true), 20),
        where: optional(
          fc
            .array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(...OPERATORS), operand), {
              minLength: 1,
              maxLength: 2,
            })
            // The SDK itself rejects a query with two.
            .filter((filters) => filters.filter(([, operator]) => operator === '!=').length < 2),
          50,
        ),
        orderBy: optional(
          fc.constantFrom(
            [['a', 'asc']],
            [['a', 'desc']],
            [
              ['b', 'asc'],
              ['a', 'desc'],
            ],
          ),
          50,
        ),
        limit: optional(fc.integer({ min: 1, max: 3 }), 40),
      })
      .map((members): ListenTarget => {
        const { limit, ...others } = withoutUndefined(
          members as { [key: string]: Json | undefined },
        ) as unknown as ListenTarget;
        if (limit === undefined) return others;
        return others.orderBy !== undefined && limit === 2
          ? { ...others, limitToLast: limit }
          : { ...others, limit };
      }),
  },
);
const SETTLE: Step = { settle: true };
const commit: fc.Arbitrary<Step> = fc
  .array(write, { minLength: 1, maxLength: 3 })
  .map((writes) => documentsRequest(':commit', { writes }));
const action: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 5, arbitrary: commit.map((step) => [step, SETTLE]) },
  {
    weight: 2,
    arbitrary: fc.tuple(target, fc.nat(2)).map(([listen, id]): Step[] => [{ listen, id }, SETTLE]),
  },
  { weight: 1, arbitrary: fc.nat(2).map((id): Step[] => [{ unlisten: id }, SETTLE]) },
  {
    weight: 2,
    arbitrary: fc
      .array(commit, { minLength: 1, maxLength: 3 })
      .map((steps): Step[] => [{ network: 'off' }, ...steps, { network: 'on' }, SETTLE]),
  },
);

/**
 * Listeners of the SDK for Node on documents, queries and collection groups, while documents change
 * and the network fails.
 */
export const listeningCases: fc.Arbitrary<ParityCase> = fc
  .tuple(
    fc.array(write, { minLength: 1, maxLength: 4 }),
    fc.array(target, { minLength: 1, maxLength: 3 }),
    fc.array(action, { minLength: 1, maxLength: 5 }),
  )
  .map(([writes, targets, actions]) => ({
    area: 'listening',
    setup: 1,
    steps: [
      documentsRequest(':commit', { writes }),
      ...targets.map((listen, id): Step => ({ listen, id })),
      SETTLE,
      ...actions.flat(),
    ],
  }));
