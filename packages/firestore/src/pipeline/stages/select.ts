import { Fields } from '../../core/value.ts';
import type { StageDefinition } from '../parser.ts';
import { readAliases } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';

/** select({alias: expression}): rows with only these fields. ABSENT fields are omitted. */
export const select: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const aliases = readAliases(args[0], 'fields', parser);
    return function* (rows, environment) {
      for (const row of rows) {
        const builder = new RowBuilder(new Fields(), {});
        for (const { path, expression } of aliases) {
          const value = expression(row, environment);
          if (value !== undefined) builder.set(path, value);
        }
        yield builder.build(row.variables);
      }
    };
  },
};
