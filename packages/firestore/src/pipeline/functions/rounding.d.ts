import { type FunctionTable } from '../parser.ts';
/** Functions that round numbers; round() rounds half away from zero. */
export declare const ROUNDING_FUNCTIONS: FunctionTable;
