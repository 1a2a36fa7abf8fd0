import type { SourceRange } from './source-text.ts';

/** The compile error of an expression that is nested too deeply. */
export const TOO_COMPLEX = 'Expression is too complex to evaluate safely.';

/**
 * Thrown by a lexer or a parser to abandon the current construct. The catcher may continue after
 * it.
 */
export class RulesSyntaxError {
  readonly range: SourceRange;
  readonly description: string;
  /** The offset at which parsing can resume. */
  readonly resumeOffset: number;
  constructor(range: SourceRange, description: string, resumeAt = range.end) {
    this.range = range;
    this.description = description;
    this.resumeOffset = resumeAt;
  }
}
