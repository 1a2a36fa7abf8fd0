import type { StageDefinition } from '../parser.ts';
import { readField } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';

/** remove_fields(field...): the rows without these fields. */
export const removeFields: StageDefinition = {
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  compile: ({ args }) => {
    const paths = args.map((message) => readField(message, 'field'));
    return function* (rows) {
      for (const row of rows) {
        const builder = new RowBuilder(row.fields, row.metadata);
        for (const path of paths) builder.set(path, undefined);
        yield builder.build(row.variables);
      }
    };
  },
};
