import { RulesError } from './rules-error.ts';
import type { Snapshot } from './snapshot.ts';
import type { Auth, QueryValue, RulesValue } from './value.ts';

/**
 * The maximum number of characters that one rule may build, search and match: several strings of
 * the maximum size. Without it, repeated calls of `replace` could double a string each time.
 */
const MAXIMUM_TEXT = 64 * 1024 * 1024;

/** Receives the value of every instrumented expression, innermost first. */
export interface ExpressionObserver {
  visit(id: number, value: RulesValue | RulesError): void;
}

/** The values of the variables in an operation. */
export interface Variables {
  readonly auth: Auth;
  /** Milliseconds, equal to the timestamps of the write. */
  readonly now: number;
  /** The data before the write. */
  readonly root: Snapshot;
  readonly query: QueryValue;
}

/** The state of evaluating one rule. */
export class Evaluation {
  readonly variables: Variables;
  readonly data: Snapshot;
  readonly newData: Snapshot;
  /** The keys matched by the `$variables`, outermost first. */
  readonly captures: readonly string[];
  readonly observer: ExpressionObserver;
  #text = 0;

  constructor(
    variables: Variables,
    data: Snapshot,
    newData: Snapshot,
    captures: readonly string[],
    observer: ExpressionObserver,
  ) {
    this.variables = variables;
    this.data = data;
    this.newData = newData;
    this.captures = captures;
    this.observer = observer;
  }

  /** Charges the cost of handling text. Throws a RulesError if that exceeds the limit. */
  charge(characters: number): void {
    this.#text += characters;
    if (this.#text > MAXIMUM_TEXT) throw new RulesError('The rule handles too much text.');
  }
}
