/**
 * An error of evaluation: it makes the whole rule false. It is thrown, and is no Error: it needs no
 * stack.
 */
export class RulesError {
  readonly message: string;
  /** The expression that failed (its id among the instrumented ones). */
  expressionId: number | undefined;
  constructor(message: string) {
    this.message = message;
  }
}
