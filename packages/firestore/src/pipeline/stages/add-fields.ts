import type { StageDefinition } from '../parser.ts';
import { readAliases } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';

/** add_fields({alias: expression}): adds fields to the rows, or replaces their values. */
export const addFields: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const aliases = readAliases(args[0], 'fields', parser);
    return function* (rows, environment) {
      for (const row of rows) {
        const builder = new RowBuilder(row.fields, row.metadata);
        for (const { path, expression } of aliases) builder.set(path, expression(row, environment));
        yield builder.build(row.variables);
      }
    };
  },
};
