import { runStages } from '../expression.ts';
import type { StageDefinition } from '../parser.ts';
import { readPipeline } from '../read-argument.ts';

/** union(pipeline): the rows, followed by those of another pipeline. Duplicates are kept. */
export const union: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const stages = parser.nested(parser.isSubquery).parsePipeline(readPipeline(args[0], 'other'));
    return function* (rows, environment) {
      yield* rows;
      yield* runStages(stages, environment);
    };
  },
};
