import { type FieldPath, parseFieldPath } from '../../core/field-path.ts';
import { invalidArgument } from '../../core/rpc-error.ts';
import { Fields } from '../../core/value.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { AGGREGATE_FUNCTIONS, type AggregateFunction } from '../aggregate-functions.ts';
import type { Environment, Expression } from '../expression.ts';
import type { PipelineParser, StageDefinition } from '../parser.ts';
import { readAliases, readMap } from '../read-argument.ts';
import { type Result, type Row, RowBuilder } from '../row.ts';
import { ValueMap } from '../value-set.ts';

interface Accumulator {
  readonly path: FieldPath;
  readonly expression: Expression;
  readonly definition: AggregateFunction;
}

function readAccumulator(alias: string, message: Value, parser: PipelineParser): Accumulator {
  if (message.valueType.case !== 'functionValue') {
    throw invalidArgument(`Expected the accumulator "${alias}" to be a function such as sum().`);
  }
  const { name, args } = message.valueType.value;
  if (!Object.hasOwn(AGGREGATE_FUNCTIONS, name)) {
    throw invalidArgument(`There is no aggregate function "${name}".`);
  }
  const definition = AGGREGATE_FUNCTIONS[name] as AggregateFunction;
  if (args.length < definition.minimum || args.length > definition.maximum) {
    throw invalidArgument(`The aggregate function "${name}" was given ${args.length} arguments.`);
  }
  const [arg] = args;
  // count() without an argument counts rows.
  const expression = arg ? parser.parseExpression(arg) : () => true;
  return { path: parseFieldPath(alias), expression, definition };
}

/**
 * aggregate({alias: accumulator}, {alias: group}): one row for each combination of group values, in
 * the order of their first rows. ABSENT equals null. Without groups it returns one row, even for no
 * rows.
 */
export const aggregate: StageDefinition = {
  minimum: 2,
  maximum: 2,
  compile: ({ args }, parser) => {
    const accumulators = Object.entries(readMap(args[0], 'accumulators')).map(([alias, message]) =>
      readAccumulator(alias, message, parser),
    );
    const groups = readAliases(args[1], 'groups', parser);
    if (accumulators.length === 0) {
      throw invalidArgument(
        'The stage "aggregate" needs at least one accumulator; distinct has groups only.',
      );
    }
    return function* (rows, environment) {
      const found = new ValueMap<Row[]>();
      const ordered: { readonly key: readonly Result[]; readonly members: Row[] }[] = [];
      if (groups.length === 0) ordered.push({ key: [], members: found.get([], () => []) });
      for (const row of rows) {
        const key = groups.map(({ expression }) => expression(row, environment) ?? null);
        const members = found.get(key, () => {
          const created: Row[] = [];
          ordered.push({ key, members: created });
          return created;
        });
        members.push(row);
      }
      for (const { key, members } of ordered) {
        const builder = new RowBuilder(new Fields(), {});
        for (const [index, { path }] of groups.entries()) builder.set(path, key[index]);
        for (const each of accumulators) builder.set(each.path, accumulate(each, members, environment));
        yield builder.build(environment.variables);
      }
    };
  },
};

function accumulate(
  { expression, definition }: Accumulator,
  members: readonly Row[],
  environment: Environment,
): Result {
  return definition.aggregate(members.map((row) => expression(row, environment)));
}
