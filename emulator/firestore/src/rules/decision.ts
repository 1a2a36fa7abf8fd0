/** The outcome of judging one operation. Owns the denial texts of the official emulator. */
import type { Explanation } from './explanation.ts';
import type { RulesMethod } from './request-value.ts';
import type { RulesError } from './value.ts';

/** How one allow statement judged. */
export interface AllowOutcome {
  /** 1-based line and column of the `allow`. */
  readonly line: number;
  readonly column: number;
  readonly outcome: boolean | 'error';
  readonly error: RulesError | undefined;
}

/** The verdict over one operation. */
export interface Decision {
  readonly allowed: boolean;
  /** Empty when allowed; otherwise the denial text of the official emulator. */
  readonly message: string;
  /** The allow statements that were tried, in order. */
  readonly outcomes: readonly AllowOutcome[];
  /**
   * Why the operation was denied, or what granted it. Costs nothing until it is asked for: the conditions then
   * run once more, watched, over the documents that the decision was made from.
   */
  explain(): Explanation;
}

/** `\nfalse for 'get' @ L20, Null value error. for 'get' @ L31`, or that nothing matched. */
export function denialMessage(method: RulesMethod, outcomes: readonly AllowOutcome[]): string {
  if (outcomes.length === 0) return 'No matching allow statements';
  const items = outcomes.map(({ line, error }) => `${error?.message ?? 'false'} for '${method}' @ L${line}`);
  return `\n${items.join(', ')}`;
}
