import type { StageDefinition } from '../parser.ts';

/**
 * where(condition): the rows for which the condition is true. Rows for which it is false, null or
 * ABSENT are omitted.
 */
export const where: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const condition = parser.parseExpression(args[0] as NonNullable<(typeof args)[0]>);
    return function* (rows, environment) {
      for (const row of rows) if (condition(row, environment) === true) yield row;
    };
  },
};
