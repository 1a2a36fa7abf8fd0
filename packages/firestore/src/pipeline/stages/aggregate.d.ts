import type { StageDefinition } from '../parser.ts';
/**
 * aggregate({alias: accumulator}, {alias: group}): one row for each combination of the values of
 * the groups, in the order of their first rows. ABSENT and null are one value. Without groups it
 * is one row, even of no rows.
 */
export declare const aggregate: StageDefinition;
