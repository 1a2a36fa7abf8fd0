/**
 * The values rules compute with, and the names of their types. Owns representation only: what operators and
 * methods do with values is elsewhere. An int is a bigint, a float a number, a list an array.
 */
import type { SourceRange } from './source-text.ts';

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

/** What evaluating an expression gives: errors are values, and only `&&` and `||` absorb them. */
export type RulesResult = RulesValue | RulesError;

/** A failed evaluation. `at` is the expression that failed, absent until an expression claims it. */
export class RulesError {
  readonly message: string;
  location: SourceRange | undefined;
  /** True when nothing went wrong: what the value depends on is just not known. */
  readonly isUnknown: boolean;

  constructor(message: string, at?: SourceRange, isUndecided = false) {
    this.message = message;
    this.location = at;
    this.isUnknown = isUndecided;
  }
}

/** An instant, in nanoseconds since 1970-01-01T00:00:00Z. */
export class RulesTimestamp {
  readonly epochNanos: bigint;
  constructor(epochNanos: bigint) {
    this.epochNanos = epochNanos;
  }
}

/** A signed span of time in nanoseconds. */
export class RulesDuration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A point on the globe, in degrees. */
export class RulesLatLng {
  readonly latitude: number;
  readonly longitude: number;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A capture that `bind` has not filled yet. */
export interface UnboundCapture {
  readonly capture: string;
}

/** A path: its segments without slashes. */
export class RulesPath {
  readonly segments: readonly (string | UnboundCapture)[];
  /** What `bind` filled in, by capture name. */
  readonly bindings: ReadonlyMap<string, string> | undefined;
  /** True when more segments follow that the query does not name: the value of `{x=**}` on a list. */
  readonly isPartial: boolean;

  constructor(
    segments: readonly (string | UnboundCapture)[],
    bindings: ReadonlyMap<string, string> | undefined = undefined,
    isOpen = false,
  ) {
    this.segments = segments;
    this.bindings = bindings;
    this.isPartial = isOpen;
  }
}

/** Elements without order or equal pairs; `makeSet` in value-equality.ts keeps that promise. */
export class RulesSet {
  readonly elements: readonly RulesValue[];
  constructor(elements: readonly RulesValue[]) {
    this.elements = elements;
  }
}

/** String keys to values. Subclasses decide when a value is converted: most rules read two fields of twenty. */
export abstract class RulesMap {
  /** The value of an own key; undefined when the key is absent. */
  abstract lookup(key: string): RulesValue | undefined;
  /** The own keys, sorted. */
  abstract keys(): readonly string[];
}

/** A map whose values are at hand. */
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

/** The difference of two maps, as `newer.diff(older)` gives it. */
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

export interface SimpleConstraint {
  readonly comparator: Comparator;
  readonly value: RulesValue;
}

/** A field a query constrains without pinning it: conditions that hold for every document it can return. */
export class Constraint {
  readonly simpleConstraints: readonly SimpleConstraint[];
  constructor(conditions: readonly SimpleConstraint[]) {
    this.simpleConstraints = conditions;
  }
}
