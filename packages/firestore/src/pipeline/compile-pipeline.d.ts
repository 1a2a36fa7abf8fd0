import type { Pipeline } from '../gen/google/firestore/v1/document_pb.js';
import { type PipelineReader, type Stage } from './expression.ts';
import { type AnalyzedSource } from './parser.ts';
import type { Row } from './row.ts';
/** A pipeline that can be run. */
export interface CompiledPipeline {
    /** The sources to authorise and lock first, those of its subqueries and unions included. */
    readonly sources: readonly AnalyzedSource[];
    readonly stages: readonly Stage[];
}
/** Compiles a pipeline for `database`, 'projects/P/databases/D'. Throws INVALID_ARGUMENT. */
export declare function compilePipeline(message: Pipeline, database: string): CompiledPipeline;
/**
 * Runs a pipeline whose sources are authorised. Throws INVALID_ARGUMENT for an expression that
 * cannot be evaluated.
 */
export declare function runPipeline({ stages }: CompiledPipeline, reader: PipelineReader): readonly Row[];
