// Owns the error that a person is meant to read: what is wrong and how to mend it, in one line. Anything else thrown is a bug and
// keeps its stack.

/** Printed as `savepoint: what. mend.` and ends the command with exit code 1. */
export class UserError extends Error {
  constructor(what: string, mend: string) {
    super(`${what.replace(/\.$/, '')}. ${mend}`);
    this.name = 'Complaint';
  }
}
