import type { CompiledNode, CompiledRule } from '../compile/compile-tree.ts';
import { Evaluation, type ExpressionObserver, type Variables } from '../runtime/evaluation.ts';
import { RulesError } from '../runtime/rules-error.ts';
import type { Snapshot } from '../runtime/snapshot.ts';
import type { RuleKind } from '../syntax/rule-tree.ts';

/** The result of a rule for an operation. */
export interface RuleOutcome {
  readonly compiled: CompiledRule;
  readonly outcome: boolean | 'error';
  /** Evaluates the rule again. Can be called any number of times, with the same result. */
  readonly repeat: (observer: ExpressionObserver) => boolean | RulesError;
}

/** Notified of each evaluated rule and its expressions. */
export interface OutcomeObserver extends ExpressionObserver {
  outcome(compiled: CompiledRule, outcome: boolean | 'error'): void;
}

/**
 * A location in the data with the rules node that covers it. The locations of one operation form a
 * tree, so update paths with common ancestors evaluate those only once.
 */
export class Place {
  readonly node: CompiledNode;
  readonly data: Snapshot;
  readonly newData: Snapshot;
  readonly #variables: Variables;
  readonly #observer: OutcomeObserver;
  readonly #captures: readonly string[];
  readonly #children = new Map<string, Place | undefined>();
  readonly #outcomes: Partial<Record<RuleKind, RuleOutcome>> = {};

  constructor(
    node: CompiledNode,
    variables: Variables,
    observer: OutcomeObserver,
    data: Snapshot,
    newData: Snapshot,
    captures: readonly string[] = [],
  ) {
    this.node = node;
    this.data = data;
    this.newData = newData;
    this.#variables = variables;
    this.#observer = observer;
    this.#captures = captures;
  }

  /**
   * The location of a child; undefined if no rule covers it. An exact key takes precedence over the
   * variable.
   */
  child(key: string): Place | undefined {
    if (this.#children.has(key)) return this.#children.get(key);
    const child = this.unknownChild(key);
    this.#children.set(key, child);
    return child;
  }

  /** Like `child`, for one that has not been created yet. */
  unknownChild(key: string): Place | undefined {
    const { children, wildcard } = this.node;
    const exact = children.get(key);
    const node = exact ?? wildcard;
    if (node === undefined) return undefined;
    const captures = exact === undefined ? [...this.#captures, key] : this.#captures;
    const newData = this.newData === this.data ? undefined : this.newData.at(key);
    const data = this.data.at(key);
    return new Place(node, this.#variables, this.#observer, data, newData ?? data, captures);
  }

  /** The result of the rule of a kind at this location; undefined if there is none. */
  ask(kind: RuleKind): RuleOutcome | undefined {
    const compiled = this.node.rules[kind];
    if (compiled === undefined) return undefined;
    const known = this.#outcomes[kind];
    if (known !== undefined) return known;
    const repeat = (observer: ExpressionObserver): boolean | RulesError => this.#run(compiled, observer);
    const result = repeat(this.#observer);
    const outcome = { compiled, outcome: result instanceof RulesError ? ('error' as const) : result, repeat };
    this.#observer.outcome(compiled, outcome.outcome);
    this.#outcomes[kind] = outcome;
    return outcome;
  }

  #run({ evaluate }: CompiledRule, observer: ExpressionObserver): boolean | RulesError {
    try {
      const evaluation = new Evaluation(this.#variables, this.data, this.newData, this.#captures, observer);
      return evaluate(evaluation) === true;
    } catch (error) {
      if (error instanceof RulesError) return error;
      throw error;
    }
  }
}
