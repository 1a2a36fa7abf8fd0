import type { StageDefinition } from '../parser.ts';
/**
 * find_nearest(field, vector, measure): the rows with a vector of the same dimension, nearest
 * first; with the option distance_field, the distance as a field.
 */
export declare const findNearest: StageDefinition;
