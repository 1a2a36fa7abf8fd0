import { execFileSync } from 'node:child_process';
import { UserError } from '../user-error.ts';

/** What differs between a commit and the working tree. */
export interface ChangedFiles {
  /** Id of the commit. */
  readonly base: string;
  /** Paths relative to the repository, sorted: changed, added, deleted and untracked files. Ignored files are left out. */
  readonly files: readonly string[];
}

/** Where a branch left the main branch: the first of these that exists is compared with. */
const MAIN_BRANCHES = ['origin/main', 'origin/master', 'main', 'master'];

/**
 * The files that changed since a commit; without one, since the branch left the main branch.
 * @param since a commit, branch or tag
 * @throws UserError when the folder is not in a git repository or the commit does not exist
 */
export function changedFiles(folder: string, since?: string): ChangedFiles {
  if (git(folder, ['rev-parse', '--show-toplevel']) === undefined) {
    throw new UserError(`--changed compares with git, but ${folder} is not in a git repository`);
  }
  const base = since === undefined ? branchingPoint(folder) : commitOf(folder, since);
  if (base === undefined) {
    const remedy = 'Name a commit, branch or tag: --since main';
    throw new UserError(
      since === undefined ? 'There is no commit yet' : `--since ${since} is no commit`,
      remedy,
    );
  }
  const tracked = paths(folder, ['diff', '--name-only', '--no-renames', '--relative', '-z', base]);
  const untracked = paths(folder, ['ls-files', '--others', '--exclude-standard', '-z']);
  return { base, files: [...new Set([...tracked, ...untracked])].sort() };
}

function branchingPoint(folder: string): string | undefined {
  for (const branch of MAIN_BRANCHES) {
    const base = git(folder, ['merge-base', 'HEAD', branch]);
    if (base !== undefined) return base;
  }
  return commitOf(folder, 'HEAD');
}

function commitOf(folder: string, name: string): string | undefined {
  return git(folder, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`]);
}

function paths(folder: string, args: readonly string[]): string[] {
  return (git(folder, args) ?? '').split('\0').filter((path) => path !== '');
}

/** What git prints; undefined when it fails. */
function git(folder: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
