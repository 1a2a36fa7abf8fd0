import { type CompiledPipeline } from '../pipeline/compile-pipeline.ts';
import type { Row } from '../pipeline/row.ts';
import type { Principal } from './access-control.ts';
import type { Database } from './database.ts';
import type { ReadSnapshot } from './read-snapshot.ts';
/**
 * Authorises and locks the sources of a pipeline and, with `isRun`, runs it. The rows are complete:
 * later commits do not affect them. Throws PERMISSION_DENIED, and INVALID_ARGUMENT for an
 * expression that cannot be evaluated.
 */
export declare function executePipeline(database: Database, pipeline: CompiledPipeline, snapshot: ReadSnapshot, principal: Principal, isRun: boolean): Promise<readonly Row[]>;
