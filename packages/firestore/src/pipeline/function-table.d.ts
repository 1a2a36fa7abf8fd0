import type { FunctionTable } from './parser.ts';
/**
 * All functions, by their names in the protocol. Those of the stage aggregate are in
 * `aggregate-functions.ts`.
 */
export declare const FUNCTIONS: FunctionTable;
