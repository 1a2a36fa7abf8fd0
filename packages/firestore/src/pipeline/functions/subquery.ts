import { invalidArgument } from '../../core/rpc-error.ts';
import type { FieldValue } from '../../core/value.ts';
import type { Pipeline, Value } from '../../gen/google/firestore/v1/document_pb.js';
import { invalidExpression } from '../evaluation-error.ts';
import { type Expression, runStages } from '../expression.ts';
import type { FunctionTable, PipelineParser } from '../parser.ts';
import { type Row, rowMap } from '../row.ts';

function pipelineOf(message: Value | undefined): Pipeline | undefined {
  return message?.valueType.case === 'pipelineValue' ? message.valueType.value : undefined;
}

/** Converts a row to one value: that of its only field, or a map of its fields. */
function unwrap(row: Row): FieldValue {
  const fields = rowMap(row);
  const [name, ...others] = Object.keys(fields);
  return name !== undefined && others.length === 0 ? (fields[name] as FieldValue) : fields;
}

/** Compiles a pipeline that runs once per row. `collect` converts its results to a value. */
function compileSubquery(
  pipeline: Pipeline,
  parser: PipelineParser,
  collect: (rows: Iterable<Row>) => FieldValue,
): Expression {
  const stages = parser.nested(true).parsePipeline(pipeline);
  return (row, { reader }) => {
    return collect(runStages(stages, { reader, variables: row.variables, outerRow: row }));
  };
}

function single(rows: Iterable<Row>): FieldValue {
  const [row, ...others] = rows;
  if (others.length > 0)
    throw invalidExpression('Subpipeline returned multiple results where one is expected.');
  return row === undefined ? null : unwrap(row);
}

/**
 * Functions whose argument may be a pipeline: array(values...), array(pipeline) and
 * scalar(pipeline).
 */
export const SUBQUERY_FUNCTIONS: FunctionTable = {
  array: {
    minimum: 0,
    maximum: Number.POSITIVE_INFINITY,
    compile: (args, parser) => {
      const pipeline = args.length === 1 ? pipelineOf(args[0]) : undefined;
      if (pipeline) return compileSubquery(pipeline, parser, (rows) => Array.from(rows, unwrap));
      const elements = args.map((arg) => parser.parseExpression(arg));
      return (row, environment) => elements.map((element) => element(row, environment) ?? null);
    },
  },
  scalar: {
    minimum: 1,
    maximum: 1,
    compile: (args, parser) => {
      const pipeline = pipelineOf(args[0]);
      if (!pipeline) throw invalidArgument('The function "scalar" expects a pipeline.');
      return compileSubquery(pipeline, parser, single);
    },
  },
};
