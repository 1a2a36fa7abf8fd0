import { getProject, projectPath } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

/**
 * Runs the seed command of the configuration, if there is one, with the addresses of the stack.
 * @throws UserError with the command's last lines when it fails
 */
export async function loadSeed(run: Run, env: Readonly<Record<string, string>>): Promise<void> {
  const command = getProject().config.seed?.command;
  if (command === undefined) return;
  const lines: string[] = [];
  const seeding = run.start({
    name: 'seed',
    command: 'sh',
    args: ['-c', command],
    cwd: projectPath(),
    env,
    onLine: (line) => lines.push(line),
  });
  const code = await seeding.exit;
  if (code !== 0 && !run.isEnding) {
    throw new UserError(
      `The seed (${command}) exited with code ${code}:\n${lines.slice(-20).join('\n')}`,
      'Fix what it names.',
    );
  }
}
