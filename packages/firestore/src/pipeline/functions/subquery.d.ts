import type { FunctionTable } from '../parser.ts';
/**
 * Functions whose argument may be a pipeline: array(values...) or array(pipeline), and
 * scalar(pipeline).
 */
export declare const SUBQUERY_FUNCTIONS: FunctionTable;
