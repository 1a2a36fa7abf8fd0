// The versions of Node that the packages promise to run on. Nothing is downloaded: a version is
// tested where the machine has it.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { REPOSITORY } from './run-program.ts';

/**
 * The oldest version that package.json names and the newest with long-term support; in a deep run
 * those between them, too.
 */
const LINES: readonly number[] = IS_DEEP_RUN ? [20, 22, 24] : [20, 24];
const OLDEST_MINOR_OF_20 = 19;

/** The line on which the questions are asked whose answer does not depend on Node. */
export const NEWEST_LINE = 24;

/** A line of Node releases, and a program of it on this machine. */
export interface NodeVersion {
  readonly line: number;
  /** Absent when the machine has none. */
  readonly program?: string;
  /**
   * Such as `Node v22.23.3`, or `Node 22, which is missing: npm install --prefix .savepoint/node-22
   * node@22`.
   */
  readonly title: string;
}

/**
 * One entry per line, oldest first. Looks at the Node that runs the tests, `node` on the PATH,
 * versions of nvm, and those that were installed with the command in the title of a missing one.
 */
export function nodeVersions(): readonly NodeVersion[] {
  const installed = candidates().map((program) => ({ program, version: versionOf(program) }));
  return LINES.map((line) => {
    const found = installed.find(({ version }) => isOfLine(version, line));
    return found === undefined
      ? {
          line,
          title: `Node ${line}, which is missing: npm install --prefix .savepoint/node-${line} node@${line}`,
        }
      : { line, program: found.program, title: `Node ${found.version}` };
  });
}

function candidates(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const fromNpm = LINES.map((line) =>
    join(REPOSITORY, '.savepoint', `node-${line}`, 'node_modules', 'node', 'bin', 'node'),
  );
  const fromNvm = globSync(join(homedir(), '.nvm', 'versions', 'node', '*', 'bin', 'node'));
  return [process.execPath, ...onPath, ...fromNpm, ...fromNvm].filter((path) => existsSync(path));
}

function versionOf(program: string): string {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function isOfLine(version: string, line: number): boolean {
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  return major === line && (line !== 20 || (minor ?? 0) >= OLDEST_MINOR_OF_20);
}
