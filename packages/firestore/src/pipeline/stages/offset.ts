import type { StageDefinition } from '../parser.ts';
import { readCount } from '../read-argument.ts';

/** offset(count): skips the first rows. */
export const offset: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }) => {
    const count = readCount(args[0], 'offset');
    return function* (rows) {
      let skipped = 0;
      for (const row of rows) if (++skipped > count) yield row;
    };
  },
};
