import { existsSync } from 'node:fs';
import { repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

const SEED_MAIN = repositoryPath('seed', 'src', 'main.ts');

/**
 * Loads the sample catalogue by running the command of the seed package. It loads nothing when there is a catalogue.
 * @throws UserError with the seed's last lines when it fails
 */
export async function loadSeed(run: Run, env: Readonly<Record<string, string>>): Promise<void> {
  if (!existsSync(SEED_MAIN))
    throw new UserError(`The seed is missing (${SEED_MAIN})`, 'Restore it from version control.');
  const lines: string[] = [];
  const seeding = run.start({
    name: 'seed',
    command: process.execPath,
    args: [SEED_MAIN, '--seed', '--if-empty'],
    cwd: repositoryPath(),
    env,
    onLine: (line) => lines.push(line),
  });
  const code = await seeding.exit;
  if (code !== 0 && !run.isEnding) {
    throw new UserError(
      `The seed exited with code ${code}:\n${lines.slice(-20).join('\n')}`,
      'Fix what it names.',
    );
  }
}
