import type { StageDefinition } from '../parser.ts';
/**
 * where(condition): the rows for which the condition is true; those for which it is false, null or
 * ABSENT are left out.
 */
export declare const where: StageDefinition;
