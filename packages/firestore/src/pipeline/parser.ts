// Converts pipeline messages to stages and expressions. The tables of stages and functions are
// passed in, because their entries use the parser themselves.

import { type FieldPath, parseFieldReference } from '../core/field-path.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { Fields, type FieldValue, type VectorValue } from '../core/value.ts';
import { fromValue } from '../core/value-message.ts';
import type { Pipeline, Pipeline_Stage, Value } from '../gen/google/firestore/v1/document_pb.js';
import { invalidExpression } from './evaluation-error.ts';
import type { DocumentSource, Environment, Expression, Stage } from './expression.ts';
import { type Result, type Row, readField } from './row.ts';

export interface FunctionDefinition {
  readonly minimum: number;
  /** Infinity for a variadic function. */
  readonly maximum: number;
  /**
   * Compiles a call whose number of arguments is between minimum and maximum. Throws
   * INVALID_ARGUMENT.
   */
  readonly compile: (args: readonly Value[], parser: PipelineParser) => Expression;
}

/** Functions by protocol name. */
export interface FunctionTable {
  readonly [name: string]: FunctionDefinition;
}

export interface StageDefinition {
  readonly minimum: number;
  readonly maximum: number;
  /** The accepted named options. Others are rejected. */
  readonly options?: readonly string[];
  /** True for a stage that begins a pipeline. */
  readonly isSource?: boolean;
  /**
   * Compiles a stage whose number of arguments is between minimum and maximum. Throws
   * INVALID_ARGUMENT.
   */
  readonly compile: (message: Pipeline_Stage, parser: PipelineParser) => Stage;
}

/** All stages and functions, by name. */
export interface PipelineLanguage {
  readonly stages: { readonly [name: string]: StageDefinition };
  readonly functions: FunctionTable;
}

/** A source, with the following stages that restrict its documents. */
export interface AnalyzedSource {
  readonly source: DocumentSource;
  readonly stages: readonly Pipeline_Stage[];
}

const MAX_DEPTH = 100;

/** Stages that production has and this emulator lacks: text search, and pipelines that write. */
const UNSUPPORTED_STAGES: ReadonlySet<string> = new Set(['search', 'delete', 'insert', 'update', 'upsert']);
const UNSUPPORTED_FUNCTIONS: ReadonlySet<string> = new Set(['document_matches', 'matches', 'score', 'rank']);

function unknownName(kind: 'stage' | 'function', name: string, unsupported: ReadonlySet<string>): RpcError {
  if (!unsupported.has(name)) return invalidArgument(`There is no ${kind} "${name}".`);
  return new RpcError(StatusCode.UNIMPLEMENTED, `This emulator does not support the ${kind} "${name}".`);
}

/** State shared by all parsers of one request. */
interface Shared {
  readonly database: string;
  readonly language: PipelineLanguage;
  readonly sources: AnalyzedSource[];
}

/**
 * The parser of one pipeline. It knows the variables in scope, and whether the pipeline is a
 * subquery.
 */
export class PipelineParser {
  readonly #shared: Shared;
  readonly #variables: Set<string>;
  readonly #depth: number;
  readonly isSubquery: boolean;

  private constructor(shared: Shared, variables: Set<string>, isSubquery: boolean, depth: number) {
    if (depth > MAX_DEPTH) throw invalidArgument(`The pipeline nests deeper than ${MAX_DEPTH} levels.`);
    this.#shared = shared;
    this.#variables = variables;
    this.isSubquery = isSubquery;
    this.#depth = depth;
  }

  /** A parser for the pipelines of a database, 'projects/P/databases/D'. */
  static create(database: string, language: PipelineLanguage): PipelineParser {
    return new PipelineParser({ database, language, sources: [] }, new Set(), false, 0);
  }

  /** 'projects/P/databases/D' */
  get database(): string {
    return this.#shared.database;
  }

  /** All sources parsed so far, including those of subqueries, but not subcollections of rows. */
  get sources(): readonly AnalyzedSource[] {
    return this.#shared.sources;
  }

  /** Registers a source, so that it is authorized and locked before the pipeline runs. */
  addSource(source: DocumentSource, stages: readonly Pipeline_Stage[]): void {
    this.#shared.sources.push({ source, stages });
  }

  /** Parses a whole pipeline. Throws INVALID_ARGUMENT. */
  parsePipeline({ stages: messages }: Pipeline): Stage[] {
    if (messages.length === 0) throw invalidArgument('A pipeline needs at least one stage.');
    return messages.map((message, index) => {
      const definition = this.#stageDefinition(message.name);
      if ((index === 0) !== (definition.isSource === true)) {
        throw invalidArgument(
          index === 0
            ? `The stage "${message.name}" cannot be the first one: a pipeline begins with a source, such as collection.`
            : `The stage "${message.name}" must be the first one of a pipeline.`,
        );
      }
      checkCount('stage', message.name, message.args.length, definition);
      for (const option of Object.keys(message.options)) {
        if (definition.options?.includes(option) !== true) {
          throw invalidArgument(`The stage "${message.name}" has no option "${option}".`);
        }
      }
      if (definition.isSource === true) this.#following = messages.slice(1);
      return definition.compile(message, this);
    });
  }

  #following: readonly Pipeline_Stage[] = [];

  /** The stages after the source that is being parsed. */
  get following(): readonly Pipeline_Stage[] {
    return this.#following;
  }

  #stageDefinition(name: string): StageDefinition {
    const { stages } = this.#shared.language;
    if (!Object.hasOwn(stages, name)) throw unknownName('stage', name, UNSUPPORTED_STAGES);
    return stages[name] as StageDefinition;
  }

  /** Adds a variable to the scope of the following stages. */
  define(variable: string): void {
    this.#variables.add(variable);
  }

  /**
   * A parser with additional variables in scope, for the body of a function such as array_filter.
   */
  withVariables(names: readonly string[]): PipelineParser {
    const variables = new Set([...this.#variables, ...names]);
    return new PipelineParser(this.#shared, variables, this.isSubquery, this.#depth + 1);
  }

  /** A parser for a nested pipeline. It sees this parser's variables but does not change them. */
  nested(isSubquery: boolean): PipelineParser {
    const variables = new Set(this.#variables);
    return new PipelineParser(this.#shared, variables, isSubquery, this.#depth + 1);
  }

  /** Parses an expression. Throws INVALID_ARGUMENT. */
  parseExpression(message: Value): Expression {
    const { valueType } = message;
    switch (valueType.case) {
      case 'fieldReferenceValue':
        return readPath(parseFieldReference(valueType.value));
      case 'variableReferenceValue':
        return this.#parseVariable(valueType.value);
      case 'functionValue':
        return this.#parseCall(valueType.value);
      case 'arrayValue':
        return this.#parseArray(valueType.value.values);
      case 'mapValue':
        return this.#parseMap(message, valueType.value.fields);
      case 'pipelineValue':
        throw invalidArgument('A pipeline is not a value: wrap it in array() or scalar().');
      default: {
        const value = fromValue(message);
        return () => value;
      }
    }
  }

  #parseVariable(name: string): Expression {
    if (!this.#variables.has(name)) throw invalidArgument(`Unknown variable: "${name}".`);
    return (row, environment) => {
      const { variables } = row;
      if (variables.has(name)) return variables.get(name);
      if (environment.variables.has(name)) return environment.variables.get(name);
      throw invalidExpression(`Unknown variable: "${name}" is not defined after this stage.`);
    };
  }

  #parseCall({ name, args, options }: { name: string; args: Value[]; options: object }): Expression {
    const { functions } = this.#shared.language;
    if (!Object.hasOwn(functions, name)) throw unknownName('function', name, UNSUPPORTED_FUNCTIONS);
    const definition = functions[name] as FunctionDefinition;
    checkCount('function', name, args.length, definition);
    const [option] = Object.keys(options);
    if (option !== undefined) throw invalidArgument(`The function "${name}" has no option "${option}".`);
    return definition.compile(args, this.withVariables([]));
  }

  #parseArray(messages: readonly Value[]): Expression {
    const inner = this.withVariables([]);
    const elements = messages.map((message) => inner.parseExpression(message));
    return (row, environment) => elements.map((element) => element(row, environment) ?? null);
  }

  #parseMap(message: Value, fields: { [name: string]: Value }): Expression {
    const type = fields.__type__?.valueType;
    if (type?.case === 'stringValue' && type.value === '__vector__') {
      const vector = fromValue(message) as VectorValue;
      return () => vector;
    }
    const inner = this.withVariables([]);
    const entries = Object.entries(fields).map(
      ([name, value]) => [name, inner.parseExpression(value)] as const,
    );
    return (row, environment) => {
      const map = new Fields();
      for (const [name, expression] of entries) {
        const value = expression(row, environment);
        if (value !== undefined) map[name] = value;
      }
      return map;
    };
  }
}

function readPath(path: FieldPath): Expression {
  return (row) => readField(row, path);
}

function checkCount(
  kind: 'stage' | 'function',
  name: string,
  count: number,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): void {
  if (count >= minimum && count <= maximum) return;
  const expected =
    maximum === Number.POSITIVE_INFINITY
      ? `at least ${minimum}`
      : minimum === maximum
        ? `${minimum}`
        : `${minimum} to ${maximum}`;
  throw invalidArgument(`The ${kind} "${name}" takes ${expected} arguments, but was given ${count}.`);
}

/** A function that evaluates its arguments itself. */
export function lazy(
  minimum: number,
  maximum: number,
  evaluate: (args: readonly Expression[], row: Row, environment: Environment) => Result,
): FunctionDefinition {
  return {
    minimum,
    maximum,
    compile: (messages, parser) => {
      const args = messages.map((message) => parser.parseExpression(message));
      return (row, environment) => evaluate(args, row, environment);
    },
  };
}

/** A function whose arguments are all evaluated first. `evaluate` throws EvaluationError. */
export function eager(
  minimum: number,
  maximum: number,
  evaluate: (args: readonly Result[]) => Result,
): FunctionDefinition {
  return lazy(minimum, maximum, (args, row, environment) =>
    evaluate(args.map((arg) => arg(row, environment))),
  );
}

/** An eager function that is null if an argument is null or ABSENT. */
export function strict(
  minimum: number,
  maximum: number,
  evaluate: (...args: FieldValue[]) => Result,
): FunctionDefinition {
  return eager(minimum, maximum, (args) =>
    args.some((arg) => arg === undefined || arg === null) ? null : evaluate(...(args as FieldValue[])),
  );
}
