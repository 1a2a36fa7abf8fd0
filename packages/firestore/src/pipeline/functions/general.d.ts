import { type FunctionTable } from '../parser.ts';
/** Functions of values of several types, of references, and of the pipeline's surroundings. */
export declare const GENERAL_FUNCTIONS: FunctionTable;
