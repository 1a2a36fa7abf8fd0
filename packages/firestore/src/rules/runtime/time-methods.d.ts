/** Methods of `timestamp`, `duration` and `latlng`. All times are UTC. */
import { type Builtins } from './builtin.ts';
import { RulesDuration, type RulesLatLng, type RulesTimestamp } from './value.ts';
/** The methods of `timestamp`: the components of its date and time. */
export declare const TIMESTAMP_METHODS: Builtins<RulesTimestamp>;
/** The methods of `duration`: whole seconds and the remaining nanoseconds. */
export declare const DURATION_METHODS: Builtins<RulesDuration>;
/** The methods of `latlng`. */
export declare const LATLNG_METHODS: Builtins<RulesLatLng>;
