import type { StageDefinition } from '../parser.ts';
/**
 * distinct({alias: expression}): one row for each combination of the values, in the order of their
 * first rows.
 */
export declare const distinct: StageDefinition;
