import { RulesError } from './rules-error.ts';
import type { Snapshot } from './snapshot.ts';
import type { Auth, QueryValue, RulesValue } from './value.ts';

/**
 * The most characters that one rule may build, search and match: some strings of the largest size.
 * Without it, `replace` doubles a string with each call.
 */
const MAXIMUM_TEXT = 64 * 1024 * 1024;

/** Receives the value of every instrumented expression, innermost first. */
export interface ExpressionObserver {
  visit(id: number, value: RulesValue | RulesError): void;
}

/** What the variables of an operation are. */
export interface Variables {
  readonly auth: Auth;
  /** Milliseconds: what its timestamps are, too. */
  readonly now: number;
  /** Before the write. */
  readonly root: Snapshot;
  readonly query: QueryValue;
}

/** What the variables of one rule are. */
export class Evaluation {
  readonly variables: Variables;
  readonly data: Snapshot;
  readonly newData: Snapshot;
  /** The keys that the `$variables` stand for, outermost first. */
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

  /** Charges the cost of handling text. Throws a RulesError when that exceeds the limit. */
  charge(characters: number): void {
    this.#text += characters;
    if (this.#text > MAXIMUM_TEXT) throw new RulesError('The rule handles too much text.');
  }
}
