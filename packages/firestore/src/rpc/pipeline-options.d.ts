import type { Value } from '../gen/google/firestore/v1/document_pb.js';
/** Whether a pipeline is run and explained: 'explain' only explains, 'analyze' does both. */
type ExplainMode = 'execute' | 'explain' | 'analyze';
/** The options of a StructuredPipeline. */
export interface PipelineOptions {
    readonly mode: ExplainMode;
    readonly format: 'text' | 'json';
}
/**
 * Parses the options of a StructuredPipeline. `index_mode` has no effect: there are no indexes to
 * choose from. Throws INVALID_ARGUMENT for a wrong value, UNIMPLEMENTED for an option that is not
 * supported.
 */
export declare function parsePipelineOptions(options: {
    readonly [name: string]: Value;
}): PipelineOptions;
export {};
