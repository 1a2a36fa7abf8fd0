/**
 * An error that the user can act on. It is printed as one line, `savepoint: PROBLEM. REMEDY`, with
 * exit code 1. Any other thrown error is a bug and keeps its stack trace.
 */
export class UserError extends Error {
  readonly problem: string;
  readonly remedy: string | undefined;

  constructor(problem: string, remedy?: string) {
    super(remedy === undefined ? problem : `${problem.replace(/\.$/, '')}. ${remedy}`);
    this.name = 'UserError';
    this.problem = problem;
    this.remedy = remedy;
  }
}
