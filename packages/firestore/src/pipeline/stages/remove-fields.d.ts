import type { StageDefinition } from '../parser.ts';
/** remove_fields(field...): the rows without these fields. */
export declare const removeFields: StageDefinition;
