import { type ExplainMetrics, type ExplainOptions } from '../gen/google/firestore/v1/query_profile_pb.js';
import type { Query } from '../query/query.ts';
interface QueryExecution {
    readonly results: number;
    readonly scanned: number;
    /** The document reads that production charges. */
    readonly reads: number;
    readonly milliseconds: number;
}
/**
 * The ExplainMetrics of a query: its plan and, with `analyze`, the statistics of `execution`. The
 * debug stats have the keys that production reports.
 */
export declare function explainMetrics(options: ExplainOptions, query: Query, execution: QueryExecution | undefined): ExplainMetrics;
export {};
