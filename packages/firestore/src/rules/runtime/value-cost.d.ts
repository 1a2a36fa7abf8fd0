/**
 * The cost of values: what it takes to build, copy, compare or search one, in about the time of one
 * character.
 */
import { type RulesValue } from './value.ts';
/**
 * The cost of a value with all that it contains. That of a document's map is 1: its size is limited
 * elsewhere.
 */
export declare function valueCost(value: RulesValue): number;
