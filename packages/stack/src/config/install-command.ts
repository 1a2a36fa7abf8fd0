import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { displayPath } from './json-file.ts';

/** Package managers, with the flag for installing in another folder. */
const MANAGERS = [
  { lockFile: 'package-lock.json', install: 'npm install', flag: '--prefix' },
  { lockFile: 'pnpm-lock.yaml', install: 'pnpm install', flag: '--dir' },
  { lockFile: 'yarn.lock', install: 'yarn', flag: '--cwd' },
  { lockFile: 'bun.lock', install: 'bun install', flag: '--cwd' },
] as const;

/**
 * The command that installs a folder's packages with the package manager whose lock file is in the
 * folder or above it. In a workspace it runs in the folder of the lock file.
 */
export function installCommand(folder: string): string {
  let place = folder;
  const managerOf = (each: string) => MANAGERS.find(({ lockFile }) => existsSync(join(each, lockFile)));
  while (managerOf(place) === undefined && place !== dirname(place)) place = dirname(place);
  const { install, flag } = managerOf(place) ?? MANAGERS[0];
  const target = isWorkspaceRoot(place) ? place : folder;
  return target === process.cwd() ? install : `${install} ${flag} ${displayPath(target)}`;
}

function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  const file = join(folder, 'package.json');
  return existsSync(file) && /"workspaces"\s*:/.test(readFileSync(file, 'utf8'));
}
