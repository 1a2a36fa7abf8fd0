import type { StageDefinition } from '../parser.ts';
/**
 * sample(count, 'documents') or sample(rate, 'percent'): random rows; each with the probability of
 * the rate, 0 to 1.
 */
export declare const sample: StageDefinition;
