/**
 * Representation of values in the rules language. An int is a bigint, a float a number, a list an
 * array.
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';

/** A value of the rules language. */
export type RulesValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly RulesValue[]
  | RulesTimestamp
  | RulesDuration
  | RulesLatLng
  | RulesPath
  | RulesSet
  | RulesMap
  | RulesMapDiff
  | Constraint;

/**
 * The result of evaluating an expression. Errors are values: they propagate, except through `&&`
 * and `||`.
 */
export type RulesResult = RulesValue | RulesError;

/**
 * An evaluation error. `location` is that of the failed expression, undefined until the compiler's
 * code sets it.
 */
export class RulesError {
  readonly message: string;
  location: SourceRange | undefined;
  /** True if the value is merely unknown: it depends on an unknown document or field. */
  readonly isUnknown: boolean;

  constructor(message: string, location?: SourceRange, isUnknown = false) {
    this.message = message;
    this.location = location;
    this.isUnknown = isUnknown;
  }
}

/** A timestamp, in nanoseconds since 1970-01-01T00:00:00Z. */
export class RulesTimestamp {
  readonly epochNanos: bigint;
  constructor(epochNanos: bigint) {
    this.epochNanos = epochNanos;
  }
}

/** A signed duration in nanoseconds. */
export class RulesDuration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Latitude and longitude in degrees. */
export class RulesLatLng {
  readonly latitude: number;
  readonly longitude: number;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A capture of a path that `bind` has not bound. */
export interface UnboundCapture {
  readonly capture: string;
  /** Written `{capture=**}`: `bind` inserts all segments of a path instead of one segment. */
  readonly isRecursive: boolean;
}

/** A path, as segments without slashes. */
export class RulesPath {
  readonly segments: readonly (string | UnboundCapture)[];
  /** The values that `bind` inserted, by capture name. */
  readonly bindings: ReadonlyMap<string, string | RulesPath> | undefined;
  /** True if unknown segments follow: the value of `{x=**}` in a list. */
  readonly isPartial: boolean;

  constructor(
    segments: readonly (string | UnboundCapture)[],
    bindings: ReadonlyMap<string, string | RulesPath> | undefined = undefined,
    isOpen = false,
  ) {
    this.segments = segments;
    this.bindings = bindings;
    this.isPartial = isOpen;
  }
}

/** A set of distinct elements. Use `makeSet`, which removes duplicates. */
export class RulesSet {
  readonly elements: readonly RulesValue[];
  constructor(elements: readonly RulesValue[]) {
    this.elements = elements;
  }
}

/**
 * A map with string keys. Subclasses convert values lazily: most rules read only few fields of a
 * document.
 */
export abstract class RulesMap {
  /** The value of an own key; undefined when the key is absent. */
  abstract lookup(key: string): RulesValue | undefined;
  /** The own keys, sorted. */
  abstract keys(): readonly string[];
}

/** A map of values that need no conversion. */
export class LiteralMap extends RulesMap {
  readonly #entries: ReadonlyMap<string, RulesValue>;
  constructor(entries: ReadonlyMap<string, RulesValue>) {
    super();
    this.#entries = entries;
  }
  override lookup(key: string): RulesValue | undefined {
    return this.#entries.get(key);
  }
  override keys(): readonly string[] {
    return [...this.#entries.keys()].sort();
  }
}

/** The result of `newer.diff(older)`. */
export class RulesMapDiff {
  readonly newer: RulesMap;
  readonly older: RulesMap;
  constructor(newer: RulesMap, older: RulesMap) {
    this.newer = newer;
    this.older = older;
  }
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
export class Constraint {
  readonly simpleConstraints: readonly SimpleConstraint[];
  constructor(simpleConstraints: readonly SimpleConstraint[]) {
    this.simpleConstraints = simpleConstraints;
  }
}
