import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { STACK_VARIABLES } from '../config/environment.ts';
import { HOST } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { DEV_SERVER_PRELOAD } from '../processes/inbound-guard.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import type { Run, RunningProcess } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { isUpToDate } from './up-to-date.ts';

const VITE = repositoryPath('node_modules', 'vite', 'bin', 'vite.js');
const WEB = repositoryPath('web');
const INPUTS = ['src', 'public', 'index.html', 'vite.config.ts', 'build.ts', 'package.json'];
/** The last file that a build writes. */
const LAST_OUTPUT = join(WEB, 'dist', 'server', 'styles.json');

export interface WebAppOptions {
  readonly run: Run;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** Whether the repository contains the web app. */
export function hasWebApp(): boolean {
  return existsSync(repositoryPath('web', 'index.html'));
}

/** Starts the dev server with hot reload on the port. */
export function startDevServer({ run, env, onLine }: WebAppOptions, port: number): RunningProcess {
  return run.start({
    name: 'web',
    command: process.execPath,
    args: [VITE, '--host', HOST, '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    cwd: WEB,
    env: {
      ...env,
      FORCE_COLOR: '0',
      NODE_OPTIONS: `${requireOption(DEV_SERVER_PRELOAD)} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
    },
    onLine,
  });
}

/** Runs the production build unless its output is newer than all its inputs. */
export async function buildWebAppIfStale(options: Omit<WebAppOptions, 'env'>): Promise<void> {
  const inputs = [...INPUTS.map((name) => join(WEB, name)), repositoryPath('model', 'src')];
  if (!isUpToDate(LAST_OUTPUT, inputs)) await buildWebApp(options);
}

/** A build must not contain the addresses of a stack: it reads them from Hosting's `/__/firebase/init.js` at run time. */
const WITHOUT_ADDRESSES = Object.fromEntries(STACK_VARIABLES.map((name) => [name, undefined]));

/**
 * Runs the production build: the files that Hosting serves, and the modules that render its pages on the server.
 * @throws UserError with the build's last lines when it fails
 */
export async function buildWebApp({ run, onLine }: Omit<WebAppOptions, 'env'>): Promise<void> {
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
      'Fix the code that it names.',
    );
  }
}
