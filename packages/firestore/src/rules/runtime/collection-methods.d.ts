/** Methods of `list`, `set`, `map`, `map_diff` and `path`. */
import { type Builtins } from './builtin.ts';
import { RulesMap, RulesMapDiff, RulesPath, RulesSet, type RulesValue } from './value.ts';
type List = readonly RulesValue[];
/** The methods of `list`. */
export declare const LIST_METHODS: Builtins<List>;
/** The methods of `set`. */
export declare const SET_METHODS: Builtins<RulesSet>;
/** The methods of `map`. */
export declare const MAP_METHODS: Builtins<RulesMap>;
/** The status of a key in a `map_diff`. */
export type KeyStatus = 'ADDED' | 'REMOVED' | 'CHANGED' | 'UNCHANGED';
/** The status of each top-level key of a `map_diff`. */
export declare function keyStatuses(diff: RulesMapDiff): Map<string, KeyStatus>;
/** The methods of `map_diff`. */
export declare const MAP_DIFF_METHODS: Builtins<RulesMapDiff>;
/** The methods of `path`. */
export declare const PATH_METHODS: Builtins<RulesPath>;
export {};
