import type { StageDefinition } from '../parser.ts';
/** union(pipeline): the rows, followed by those of another pipeline. Duplicates stay. */
export declare const union: StageDefinition;
