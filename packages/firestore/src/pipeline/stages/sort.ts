import { invalidArgument } from '../../core/rpc-error.ts';
import type { FieldValue } from '../../core/value.ts';
import { compareValues } from '../../core/value-order.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import type { Expression } from '../expression.ts';
import type { PipelineParser, StageDefinition } from '../parser.ts';
import { readMap, readString } from '../read-argument.ts';
import type { Row } from '../row.ts';

interface Ordering {
  readonly expression: Expression;
  readonly sign: 1 | -1;
}

function readOrdering(message: Value, parser: PipelineParser): Ordering {
  const { direction, expression } = readMap(message, 'ordering');
  if (expression === undefined) throw invalidArgument('An ordering needs an expression.');
  const name = direction === undefined ? 'ascending' : readString(direction, 'direction');
  if (name !== 'ascending' && name !== 'descending') {
    throw invalidArgument(`Expected direction to be "ascending" or "descending", but was "${name}".`);
  }
  return { expression: parser.parseExpression(expression), sign: name === 'ascending' ? 1 : -1 };
}

/**
 * sort({expression, direction}...): the rows in index order, with ABSENT as null. The sort is
 * stable.
 */
export const sort: StageDefinition = {
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  compile: ({ args }, parser) => {
    const orderings = args.map((message) => readOrdering(message, parser));
    return function* (rows, environment) {
      const keyed: { readonly row: Row; readonly keys: readonly FieldValue[] }[] = [];
      for (const row of rows) {
        keyed.push({ row, keys: orderings.map(({ expression }) => expression(row, environment) ?? null) });
      }
      keyed.sort((left, right) => {
        for (const [index, { sign }] of orderings.entries()) {
          const order = compareValues(left.keys[index] ?? null, right.keys[index] ?? null);
          if (order !== 0) return sign * order;
        }
        return 0;
      });
      for (const { row } of keyed) yield row;
    };
  },
};
