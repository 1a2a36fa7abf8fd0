import { type FunctionTable } from '../parser.ts';
/** Functions of maps. */
export declare const MAP_FUNCTIONS: FunctionTable;
