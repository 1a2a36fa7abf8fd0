import { type RulesResult, type RulesValue } from './value.ts';
/** `object.name` */
export declare function getMember(object: RulesValue, name: string): RulesResult;
/** `object[key]` */
export declare function getIndex(object: RulesValue, key: RulesValue): RulesResult;
/**
 * `object[from:to]`: both `from` and `to - 1` must be indexes of the object, and `from <= to`. A
 * `from` of null is 0, and a `to` that is null or undefined the size of the object, as in Google's
 * emulator.
 */
export declare function getSlice(object: RulesValue, start: RulesValue, end: RulesValue | undefined): RulesResult;
