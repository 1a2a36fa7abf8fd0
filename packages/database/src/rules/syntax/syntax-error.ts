import type { SourceRange } from '@savepoint/server/rules/source-text';

/** Thrown to abandon a text that cannot be parsed; the range is within that text. */
export class RulesSyntaxError {
  readonly range: SourceRange;
  readonly description: string;
  constructor(range: SourceRange, description: string) {
    this.range = range;
    this.description = description;
  }
}

/** The compile error of what is nested too deeply. */
export const TOO_COMPLEX = 'Expression is too complex to evaluate safely.';
