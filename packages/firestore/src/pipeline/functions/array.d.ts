import { type FunctionTable } from '../parser.ts';
/** Functions of arrays. */
export declare const ARRAY_FUNCTIONS: FunctionTable;
