import { invalidArgument } from '../../core/rpc-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readCount, readNumber, readString } from '../read-argument.ts';
import type { Row } from '../row.ts';

/** Chooses `count` random rows, each combination with the same probability. */
function choose(rows: Iterable<Row>, count: number, random: () => number): Row[] {
  const pool = [...rows];
  const size = Math.min(count, pool.length);
  for (let index = 0; index < size; index++) {
    const other = index + Math.floor(random() * (pool.length - index));
    [pool[index], pool[other]] = [pool[other] as Row, pool[index] as Row];
  }
  return pool.slice(0, size);
}

/**
 * sample(count, 'documents') or sample(rate, 'percent'): random rows; with a rate from 0 to 1, each
 * row with that probability.
 */
export const sample: StageDefinition = {
  minimum: 2,
  maximum: 2,
  compile: ({ args }) => {
    const mode = readString(args[1], 'mode');
    if (mode === 'documents') {
      const count = readCount(args[0], 'documents');
      return (rows, { reader }) => choose(rows, count, () => reader.random());
    }
    if (mode !== 'percent') {
      throw invalidArgument(`Expected mode to be "documents" or "percent", but was "${mode}".`);
    }
    const rate = readNumber(args[0], 'percentage');
    if (!(rate >= 0 && rate <= 1)) {
      throw invalidArgument(`Expected percentage to be from 0 to 1, but was ${rate}.`);
    }
    return function* (rows, { reader }) {
      for (const row of rows) if (reader.random() < rate) yield row;
    };
  },
};
