/**
 * An error that the user can act on. Printed as one line, `savepoint: PROBLEM. REMEDY`, with exit
 * code 1. Anything else that is thrown is a bug and keeps its stack trace.
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
