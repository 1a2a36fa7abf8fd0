import { type FieldValue } from '../../core/value.ts';
import { type FunctionTable } from '../parser.ts';
/** The names of the distance measures, as find_nearest has them. */
export type DistanceMeasure = 'euclidean' | 'cosine' | 'dot_product';
/** The components of a vector; an array of numbers is one too. Throws EvaluationError. */
export declare function asVector(functionName: string, value: FieldValue): readonly number[];
/** The distance of two vectors of one dimension. */
export declare function vectorDistance(measure: DistanceMeasure, left: readonly number[], right: readonly number[]): number;
/** Functions of vectors and places. */
export declare const VECTOR_FUNCTIONS: FunctionTable;
