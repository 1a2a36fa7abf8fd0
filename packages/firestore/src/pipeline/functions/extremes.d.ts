import { type FunctionTable } from '../parser.ts';
/** The greatest and least values, over all types in index order. */
export declare const EXTREME_FUNCTIONS: FunctionTable;
