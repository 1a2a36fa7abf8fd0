import { type FunctionTable } from '../parser.ts';
/** Functions of timestamps. */
export declare const TIMESTAMP_FUNCTIONS: FunctionTable;
