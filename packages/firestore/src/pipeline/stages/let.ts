import { invalidArgument } from '../../core/rpc-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readMap } from '../read-argument.ts';
import type { Result } from '../row.ts';

/**
 * let({name: expression}), called define() in the SDKs: variables of each row for the following
 * stages.
 */
export const letVariables: StageDefinition = {
  minimum: 1,
  maximum: 1,
  compile: ({ args }, parser) => {
    const definitions = Object.entries(readMap(args[0], 'variables')).map(([name, value]) => {
      if (name === '') throw invalidArgument('The name of a variable must not be empty.');
      return { name, expression: parser.parseExpression(value) };
    });
    for (const { name } of definitions) parser.define(name);
    return function* (rows, environment) {
      for (const row of rows) {
        const variables = new Map<string, Result>(row.variables);
        for (const { name, expression } of definitions) variables.set(name, expression(row, environment));
        yield row.withVariables(variables);
      }
    };
  },
};
