import { createInterface } from 'node:readline/promises';
import { UserError } from 'savepoint-stack/user-error';

interface Confirmation {
  /** The reason for asking: `There is a snapshot "one"`. */
  readonly reason: string;
  /** `Overwrite it?` */
  readonly question: string;
  /** The alternative for scripts: `Pass --force to overwrite it.` */
  readonly remedy: string;
}

/**
 * Asks in the terminal. Resolves with true for yes.
 * @throws UserError when there is no terminal
 */
export async function confirm({ reason, question, remedy }: Confirmation): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UserError(reason, remedy);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${reason}. ${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
