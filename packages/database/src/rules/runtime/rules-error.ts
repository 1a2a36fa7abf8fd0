/**
 * An evaluation error, which makes the whole rule false. It is thrown but is not an Error, because
 * it needs no stack trace.
 */
export class RulesError {
  readonly message: string;
  /** The id of the expression that failed. */
  expressionId: number | undefined;
  constructor(message: string) {
    this.message = message;
  }
}
