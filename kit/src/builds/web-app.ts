// Owns serving and building the web app with the addresses of a stack. It must not know its pages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { STACK_VARIABLES } from '../config/environment.ts';
import { HOST } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import type { Run, RunningProcess } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { isUpToDate } from './up-to-date.ts';

const VITE = repositoryPath('node_modules', 'vite', 'bin', 'vite.js');
const WEB = repositoryPath('web');

export interface WebOptions {
  readonly run: Run;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

export function hasWebApp(): boolean {
  return existsSync(repositoryPath('web', 'index.html'));
}

/** The dev server with hot reload. */
export function startDevServer({ run, env, onLine }: WebOptions, port: number): RunningProcess {
  return run.start({
    name: 'web',
    command: process.execPath,
    args: [VITE, '--host', HOST, '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    cwd: WEB,
    env: { ...env, FORCE_COLOR: '0' },
    onLine,
  });
}

/** Builds unless there is a build that is younger than everything it is made from. */
export async function buildWebAppIfStale(options: Omit<WebOptions, 'env'>): Promise<void> {
  const inputs = ['src', 'public', 'index.html', 'vite.config.ts', 'build.ts', 'package.json'].map((name) =>
    join(WEB, name),
  );
  // The last file that a build writes.
  const made = join(WEB, 'dist', 'server', 'styles.json');
  if (!isUpToDate(made, [...inputs, repositoryPath('model', 'src')])) await buildWebApp(options);
}

/** Names of a stack's addresses; a build must not know them, it reads Hosting's init address at run time. */
const WITHOUT_ADDRESSES = Object.fromEntries(STACK_VARIABLES.map((name) => [name, undefined]));

/** The production build: what Hosting serves, and what renders its pages. */
export async function buildWebApp({ run, onLine }: Omit<WebOptions, 'env'>): Promise<void> {
  const lines: string[] = [];
  const building = run.start({
    name: 'web build',
    command: process.execPath,
    args: [join(WEB, 'build.ts')],
    cwd: WEB,
    env: { ...WITHOUT_ADDRESSES, FORCE_COLOR: '0' },
    onLine: (line) => {
      lines.push(line);
      onLine(line);
    },
  });
  const code = await building.exit;
  if (code !== 0 && !run.isEnding) {
    throw new UserError(
      `The web app does not build:\n${lines.slice(-30).join('\n')}`,
      'Mend the code it names.',
    );
  }
}
