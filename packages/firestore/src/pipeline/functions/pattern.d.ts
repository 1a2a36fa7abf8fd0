import { type FunctionTable } from '../parser.ts';
/** Functions that match text against patterns. */
export declare const PATTERN_FUNCTIONS: FunctionTable;
