/**
 * Representation of the values of the rules language. An int is a bigint, a float a number, a list
 * an array.
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';
/** A value of the rules language. */
export type RulesValue = null | boolean | bigint | number | string | Uint8Array | readonly RulesValue[] | RulesTimestamp | RulesDuration | RulesLatLng | RulesPath | RulesSet | RulesMap | RulesMapDiff | Constraint;
/**
 * The result of evaluating an expression. Errors are values: they propagate, except through `&&`
 * and `||`.
 */
export type RulesResult = RulesValue | RulesError;
/**
 * An evaluation error. `location` is that of the expression that failed, undefined until the
 * compiler's code sets it.
 */
export declare class RulesError {
    readonly message: string;
    location: SourceRange | undefined;
    /**
     * True when the value is merely unknown: it depends on a document or on a field that is not
     * known.
     */
    readonly isUnknown: boolean;
    constructor(message: string, location?: SourceRange, isUnknown?: boolean);
}
/** A timestamp, in nanoseconds since 1970-01-01T00:00:00Z. */
export declare class RulesTimestamp {
    readonly epochNanos: bigint;
    constructor(epochNanos: bigint);
}
/** A signed duration in nanoseconds. */
export declare class RulesDuration {
    readonly nanos: bigint;
    constructor(nanos: bigint);
}
/** Latitude and longitude in degrees. */
export declare class RulesLatLng {
    readonly latitude: number;
    readonly longitude: number;
    constructor(latitude: number, longitude: number);
}
/** A capture of a path that `bind` has not bound. */
export interface UnboundCapture {
    readonly capture: string;
    /**
     * Written `{capture=**}`: `bind` inserts all segments of a path, where it else inserts one
     * segment.
     */
    readonly isRecursive: boolean;
}
/** A path, as segments without slashes. */
export declare class RulesPath {
    readonly segments: readonly (string | UnboundCapture)[];
    /** What `bind` inserted, by capture name. */
    readonly bindings: ReadonlyMap<string, string | RulesPath> | undefined;
    /** True when unknown segments follow: the value of `{x=**}` in a list. */
    readonly isPartial: boolean;
    constructor(segments: readonly (string | UnboundCapture)[], bindings?: ReadonlyMap<string, string | RulesPath> | undefined, isOpen?: boolean);
}
/** A set of distinct elements. Use `makeSet`, which removes duplicates. */
export declare class RulesSet {
    readonly elements: readonly RulesValue[];
    constructor(elements: readonly RulesValue[]);
}
/**
 * A map with string keys. Subclasses convert values lazily: most rules read only few fields of a
 * document.
 */
export declare abstract class RulesMap {
    /** The value of an own key; undefined when the key is absent. */
    abstract lookup(key: string): RulesValue | undefined;
    /** The own keys, sorted. */
    abstract keys(): readonly string[];
}
/** A map of values that need no conversion. */
export declare class LiteralMap extends RulesMap {
    #private;
    constructor(entries: ReadonlyMap<string, RulesValue>);
    lookup(key: string): RulesValue | undefined;
    keys(): readonly string[];
}
/** The result of `newer.diff(older)`. */
export declare class RulesMapDiff {
    readonly newer: RulesMap;
    readonly older: RulesMap;
    constructor(newer: RulesMap, older: RulesMap);
}
/** The comparators of google.firebase.rules.v1 constraint values. */
export type Comparator = 'EQ' | 'NEQ' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'LIST_CONTAINS';
/** One filter of a query: the field compared with a value. */
export interface SimpleConstraint {
    readonly comparator: Comparator;
    readonly value: RulesValue;
}
/**
 * The value of a field that a query restricts without an equality filter: constraints that every
 * result satisfies.
 */
export declare class Constraint {
    readonly simpleConstraints: readonly SimpleConstraint[];
    constructor(simpleConstraints: readonly SimpleConstraint[]);
}
