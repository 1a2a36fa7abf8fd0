import { createInterface } from 'node:readline/promises';
import { UserError } from 'savepoint-stack/user-error';

/**
 * Asks a question in the terminal; resolves with whether the response is yes.
 * @param flag what a script passes instead, such as `--force`
 * @throws UserError when there is no terminal
 */
export async function confirm(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UserError(question.replace(/\?$/, ''), `Pass ${flag} to do so without a question.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
