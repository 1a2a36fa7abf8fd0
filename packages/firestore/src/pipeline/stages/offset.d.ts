import type { StageDefinition } from '../parser.ts';
/** offset(count): all rows but the first. */
export declare const offset: StageDefinition;
