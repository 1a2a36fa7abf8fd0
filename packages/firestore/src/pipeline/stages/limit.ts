import type { StageDefinition } from '../parser.ts';
import { readCount } from '../read-argument.ts';

/** limit(count): the first rows. */
export const limit: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }) => {
    const count = readCount(args[0], 'limit');
    return function* (rows) {
      let taken = 0;
      if (count === 0) return;
      for (const row of rows) {
        yield row;
        if (++taken >= count) return;
      }
    };
  },
};
