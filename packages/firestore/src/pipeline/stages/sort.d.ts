import type { StageDefinition } from '../parser.ts';
/**
 * sort({expression, direction}...): the rows in index order, ABSENT as null. Rows that compare
 * equal keep their order.
 */
export declare const sort: StageDefinition;
