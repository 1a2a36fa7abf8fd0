import { type FieldValue } from '../core/value.ts';
import type { Pipeline, Pipeline_Stage, Value } from '../gen/google/firestore/v1/document_pb.js';
import type { DocumentSource, Environment, Expression, Stage } from './expression.ts';
import { type Result, type Row } from './row.ts';
/** One function of the language. */
export interface FunctionDefinition {
    readonly minimum: number;
    /** Infinity for a function with any number of arguments. */
    readonly maximum: number;
    /**
     * Compiles a call whose arguments are in number between minimum and maximum. Throws
     * INVALID_ARGUMENT.
     */
    readonly compile: (args: readonly Value[], parser: PipelineParser) => Expression;
}
/** Functions by their names in the protocol. */
export interface FunctionTable {
    readonly [name: string]: FunctionDefinition;
}
/** One stage of the language. */
export interface StageDefinition {
    readonly minimum: number;
    readonly maximum: number;
    /** The named options that it has. Others are rejected. */
    readonly options?: readonly string[];
    /** True for a stage that a pipeline begins with. */
    readonly isSource?: boolean;
    /**
     * Compiles a stage whose arguments are in number between minimum and maximum. Throws
     * INVALID_ARGUMENT.
     */
    readonly compile: (message: Pipeline_Stage, parser: PipelineParser) => Stage;
}
/** All stages and functions, by name. */
export interface PipelineLanguage {
    readonly stages: {
        readonly [name: string]: StageDefinition;
    };
    readonly functions: FunctionTable;
}
/** A source, with the stages after it that say which of its documents are used. */
export interface AnalyzedSource {
    readonly source: DocumentSource;
    readonly stages: readonly Pipeline_Stage[];
}
/**
 * The parser of one pipeline: it knows the variables in scope, and whether the pipeline is a
 * subquery.
 */
export declare class PipelineParser {
    #private;
    readonly isSubquery: boolean;
    private constructor();
    /** A parser for the pipelines of a database, 'projects/P/databases/D'. */
    static create(database: string, language: PipelineLanguage): PipelineParser;
    /** 'projects/P/databases/D' */
    get database(): string;
    /** All sources parsed so far, those of subqueries included, except the subcollections of rows. */
    get sources(): readonly AnalyzedSource[];
    /**
     * Reports a source of the pipeline, so that it is authorised and locked before the pipeline runs.
     */
    addSource(source: DocumentSource, stages: readonly Pipeline_Stage[]): void;
    /** Parses a whole pipeline. Throws INVALID_ARGUMENT. */
    parsePipeline({ stages: messages }: Pipeline): Stage[];
    /** The stages after the source that is being parsed. */
    get following(): readonly Pipeline_Stage[];
    /** Brings a variable into the scope of the stages that follow. */
    define(variable: string): void;
    /** A parser with further variables in scope, for the body of a function such as array_filter. */
    withVariables(names: readonly string[]): PipelineParser;
    /**
     * A parser of a pipeline inside this one. It sees the variables of this one and does not change
     * them.
     */
    nested(isSubquery: boolean): PipelineParser;
    /** Parses an expression. Throws INVALID_ARGUMENT. */
    parseExpression(message: Value): Expression;
}
/** A function that evaluates its arguments itself. */
export declare function lazy(minimum: number, maximum: number, evaluate: (args: readonly Expression[], row: Row, environment: Environment) => Result): FunctionDefinition;
/** A function whose arguments are all evaluated first. `evaluate` throws EvaluationError. */
export declare function eager(minimum: number, maximum: number, evaluate: (args: readonly Result[]) => Result): FunctionDefinition;
/** An eager function that is null where an argument is null or ABSENT. */
export declare function strict(minimum: number, maximum: number, evaluate: (...args: FieldValue[]) => Result): FunctionDefinition;
