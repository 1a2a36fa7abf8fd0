import type { Pipeline } from '../gen/google/firestore/v1/document_pb.js';
import { type PipelineReader, runStages, type Stage } from './expression.ts';
import { FUNCTIONS } from './function-table.ts';
import { type AnalyzedSource, PipelineParser } from './parser.ts';
import type { Row } from './row.ts';
import { STAGES } from './stage-table.ts';

export interface CompiledPipeline {
  /** The sources to authorize and lock before running, including those of subqueries and unions. */
  readonly sources: readonly AnalyzedSource[];
  readonly stages: readonly Stage[];
}

/** Compiles a pipeline for `database`, 'projects/P/databases/D'. Throws INVALID_ARGUMENT. */
export function compilePipeline(message: Pipeline, database: string): CompiledPipeline {
  const parser = PipelineParser.create(database, { stages: STAGES, functions: FUNCTIONS });
  const stages = parser.parsePipeline(message);
  return { sources: parser.sources, stages };
}

/**
 * Runs a pipeline whose sources have been authorized. Throws INVALID_ARGUMENT for an expression
 * that cannot be evaluated.
 */
export function runPipeline({ stages }: CompiledPipeline, reader: PipelineReader): readonly Row[] {
  return [...runStages(stages, { reader, variables: new Map(), outerRow: undefined })];
}
