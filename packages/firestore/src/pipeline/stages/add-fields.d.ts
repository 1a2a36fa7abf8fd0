import type { StageDefinition } from '../parser.ts';
/**
 * add_fields({alias: expression}): the rows with further fields, or with other values of theirs.
 */
export declare const addFields: StageDefinition;
