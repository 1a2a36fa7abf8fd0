import { type FunctionTable } from '../parser.ts';
/** Functions of booleans, and those that decide what is evaluated. */
export declare const LOGIC_FUNCTIONS: FunctionTable;
