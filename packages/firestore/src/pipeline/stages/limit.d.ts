import type { StageDefinition } from '../parser.ts';
/** limit(count): the first rows. */
export declare const limit: StageDefinition;
