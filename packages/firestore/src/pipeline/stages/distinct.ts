import { Fields } from '../../core/value.ts';
import type { StageDefinition } from '../parser.ts';
import { readAliases } from '../read-argument.ts';
import { RowBuilder } from '../row.ts';
import { ValueSet } from '../value-set.ts';

/**
 * distinct({alias: expression}): one row for each combination of values, in the order of their
 * first rows.
 */
export const distinct: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const groups = readAliases(args[0], 'groups', parser);
    return function* (rows, environment) {
      const seen = new ValueSet();
      for (const row of rows) {
        const key = groups.map(({ expression }) => expression(row, environment) ?? null);
        if (!seen.add(key)) continue;
        const builder = new RowBuilder(new Fields(), {});
        for (const [index, { path }] of groups.entries()) builder.set(path, key[index]);
        yield builder.build(environment.variables);
      }
    };
  },
};
