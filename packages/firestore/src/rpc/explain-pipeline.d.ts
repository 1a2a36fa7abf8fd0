import type { Pipeline } from '../gen/google/firestore/v1/document_pb.js';
import { type ExplainStats } from '../gen/google/firestore/v1/explain_stats_pb.js';
/** The figures of an execution. */
export interface PipelineExecution {
    readonly results: number;
    readonly milliseconds: number;
}
/** The stages of a pipeline in order and, after an execution, its figures, as text or as JSON. */
export declare function explainPipeline({ stages }: Pipeline, format: 'text' | 'json', execution: PipelineExecution | undefined): ExplainStats;
