// The versions of Node that the packages promise to run on. Nothing is downloaded: a version is
// tested if the machine has it.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { REPOSITORY } from './run-program.ts';

/** Long-term support lines that some package runs on. */
const LINES: readonly number[] = [20, 22, 24];

/** The newest line, for checks whose result does not depend on Node. */
export const NEWEST_LINE = 24;

/** A line of Node releases, and a program of it on this machine. */
export interface NodeVersion {
  readonly line: number;
  /** Absent if the machine has none. */
  readonly program?: string;
  /**
   * Such as `Node v22.23.3`, or `Node 22, which is missing: npm install --prefix .savepoint/node-22
   * node@22`.
   */
  readonly title: string;
}

/**
 * The oldest line that the package.json of a package names and the newest; in a deep run those
 * between them, too. Looks at the Node that runs the tests, `node` on the PATH, versions of nvm,
 * and those that were installed with the command in the title of a missing one.
 * @param folder of the package, relative to the repository
 */
export function nodeVersions(folder: string): readonly NodeVersion[] {
  const oldest = oldestVersion(folder);
  const installed = candidates().map((program) => ({ program, version: versionOf(program) }));
  const lines = LINES.filter((line) => line >= oldest.line);
  const tested = IS_DEEP_RUN ? lines : lines.filter((line) => line === oldest.line || line === NEWEST_LINE);
  return tested.map((line) => {
    const found = installed.find(
      ({ version }) => version.line === line && (line > oldest.line || version.minor >= oldest.minor),
    );
    return found === undefined
      ? {
          line,
          title: `Node ${line}, which is missing: npm install --prefix .savepoint/node-${line} node@${line}`,
        }
      : { line, program: found.program, title: `Node ${found.version.text}` };
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

interface Version {
  readonly text: string;
  readonly line: number;
  readonly minor: number;
}

function versionOf(program: string): Version {
  return parseVersion(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim());
}

function oldestVersion(folder: string): Version {
  const { engines } = JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8'));
  return parseVersion(engines.node);
}

/** @param text such as `v22.23.3`, or `>=22.18` of a package.json */
function parseVersion(text: string): Version {
  const [line = 0, minor = 0] = text.replace(/^\D+/, '').split('.').map(Number);
  return { text, line, minor };
}
