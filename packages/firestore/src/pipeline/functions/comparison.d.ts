import { type FunctionTable } from '../parser.ts';
/** Functions that compare values of any types. */
export declare const COMPARISON_FUNCTIONS: FunctionTable;
