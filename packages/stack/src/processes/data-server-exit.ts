import { UserError } from '../user-error.ts';

/** A server has exited, and its data are lost. */
export class DataServerExitError extends UserError {
  /** Such as `firestore exited with code 137`. */
  readonly reason: string;

  constructor(reason: string, details: string, remedy: string) {
    super(`${reason}${details}`, remedy);
    this.reason = reason;
  }
}
