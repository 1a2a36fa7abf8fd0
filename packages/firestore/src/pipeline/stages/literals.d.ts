import type { StageDefinition } from '../parser.ts';
/** literals({field: expression}...): rows that are no stored documents. */
export declare const literals: StageDefinition;
