import type { SeedConfig } from '../config/define-config.ts';
import type { Project } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

/**
 * Runs the configured seed command, if any, with the addresses of the stack. The signal stops it.
 * @throws UserError with the command's last lines when it fails
 */
export async function loadSeed(
  project: Project,
  run: Run,
  env: Readonly<Record<string, string>>,
  {
    seed = project.config.seed,
    signal,
  }: { readonly seed?: SeedConfig | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const command = seed?.command;
  if (command === undefined) return;
  signal?.throwIfAborted();
  const lines: string[] = [];
  const seeding = run.start({
    name: 'seed',
    command: 'sh',
    args: ['-c', command],
    cwd: project.folder,
    env,
    onLine: (line) => lines.push(line),
  });
  const end = () => seeding.kill('SIGTERM');
  signal?.addEventListener('abort', end);
  const code = await seeding.exit.finally(() => signal?.removeEventListener('abort', end));
  if (code !== 0 && !run.isEnding) {
    throw new UserError(
      `The seed (${command}) exited with code ${code}:\n${lines.slice(-20).join('\n')}`,
      'Fix the error above.',
    );
  }
}
