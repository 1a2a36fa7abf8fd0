import { Fields, isMap } from '../../core/value.ts';
import type { StageDefinition } from '../parser.ts';
import { readMap } from '../read-argument.ts';
import { Row } from '../row.ts';

/** literals({field: expression}...): rows that are not stored documents. */
export const literals: StageDefinition = {
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  isSource: true,
  compile: ({ args }, parser) => {
    const maps = args.map((message) => {
      readMap(message, 'document');
      return parser.parseExpression(message);
    });
    return function* (_rows, environment) {
      const empty = environment.outerRow ?? new Row(new Fields(), {}, environment.variables);
      for (const map of maps) {
        const fields = map(empty, environment);
        if (isMap(fields)) yield new Row(fields, {}, environment.variables);
      }
    };
  },
};
