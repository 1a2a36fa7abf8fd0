// Owns serving and building the web app with the addresses of a stack. It must not know its pages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.ts';
import { ADDRESS_NAMES } from '../environment.ts';
import { isFresh } from '../freshness.ts';
import { HOST } from '../ports.ts';
import type { Run, Running } from '../processes/run.ts';
import { inRepository } from '../repository.ts';

const VITE = inRepository('node_modules', 'vite', 'bin', 'vite.js');
const WEB = inRepository('web');

export interface WebOptions {
  readonly run: Run;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

export function hasWeb(): boolean {
  return existsSync(inRepository('web', 'index.html'));
}

/** The dev server with hot reload. */
export function startDevServer({ run, env, onLine }: WebOptions, port: number): Running {
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
export async function buildWebIfStale(options: Omit<WebOptions, 'env'>): Promise<void> {
  const inputs = ['src', 'public', 'index.html', 'vite.config.ts', 'build.ts', 'package.json'].map((name) =>
    join(WEB, name),
  );
  // The last file that a build writes.
  const made = join(WEB, 'dist', 'server', 'styles.json');
  if (!isFresh(made, [...inputs, inRepository('model', 'src')])) await buildWeb(options);
}

/** Names of a stack's addresses; a build must not know them, it reads Hosting's init address at run time. */
const WITHOUT_ADDRESSES = Object.fromEntries(ADDRESS_NAMES.map((name) => [name, undefined]));

/** The production build: what Hosting serves, and what renders its pages. */
export async function buildWeb({ run, onLine }: Omit<WebOptions, 'env'>): Promise<void> {
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
    throw new Complaint(
      `The web app does not build:\n${lines.slice(-30).join('\n')}`,
      'Mend the code it names.',
    );
  }
}
