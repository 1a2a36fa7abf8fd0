// Which suites, and which tests of them, a change can reach. In doubt a suite runs: what a test imports can be followed, but not which
// files it reads and which programs it starts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { configuredSuites, projectPath } from '../config/project.ts';
import type { Suite } from './suite.ts';
import { suitesFolder } from './suites.ts';

/** All tests of a suite, or the changed files whose importers are enough: none when the list is empty. */
export type Reach = 'all' | readonly string[];

/** What a suite depends on. */
export interface SuiteDependencies {
  /** Folders and files, `.` for all; undefined for everything but documents and tests of other suites. */
  readonly paths: readonly string[] | undefined;
  /** Whether a file is only ever imported: the tests that import it, or are it, are enough. */
  isImported(file: string): boolean;
}

const DOCUMENT = /(^docs\/|\.md$)/;
/** Versions of packages, settings of the compiler, rules: each may change everything. */
const IN_ROOT = /^[^/]+$/;

/** How far changed files, whose paths are relative to the project, reach into a suite. */
export function reachOf(suite: Suite, files: readonly string[]): Reach {
  const { paths, isImported } = dependenciesOf(suite);
  const relevant = files.filter((file) => (paths === undefined ? isCode(file) : isBelow(file, paths)));
  return relevant.every(isImported) ? relevant : 'all';

  function isCode(file: string): boolean {
    if (file.startsWith(`${suitesFolder()}/`)) return isBelow(file, testFolders(suite));
    return !DOCUMENT.test(file);
  }
}

/** What a suite depends on, its own folder and the test code that it shares with others included. */
export function dependenciesOf(suite: Suite): SuiteDependencies {
  const { dependencies = {}, unitSources = [] } = configuredSuites() ?? {};
  switch (suite.kind) {
    case 'checks':
      return { paths: ['.'], isImported: () => false };
    case 'unit':
      return {
        paths: undefined,
        isImported: (file) => /\.tsx?$/.test(file) && isBelow(file, unitSources),
      };
    default: {
      const own = dependencies[suite.name];
      const folder = `${suitesFolder()}/${suite.name}/`;
      return {
        paths: own && [...own, ...testFolders(suite)],
        isImported: (file) => file.startsWith(folder) && /\.(test|spec)\.tsx?$/.test(file),
      };
    }
  }
}

/** Whether a test reads files or starts programs: what it depends on is more than what it imports. */
export function readsOrStarts(test: string): boolean {
  return /\b(spawn|fork|exec|execFile|readFile|readdir|glob)(Sync)?\(|\bnew Worker\(/.test(test);
}

/** The folder of a suite and those of the tests that it imports, also indirectly. */
function testFolders({ kind, name }: Suite): string[] {
  if (kind !== 'vitest' && kind !== 'browser') return [];
  const found = new Set([name]);
  for (const each of found) {
    for (const imported of importedTestFolders(each)) found.add(imported);
  }
  return [...found].map((each) => `${suitesFolder()}/${each}`);
}

function importedTestFolders(name: string): string[] {
  const tests = projectPath(suitesFolder());
  return globSync(`${name}/**/*.ts`, { cwd: tests }).flatMap((file) => {
    const text = readFileSync(join(tests, file), 'utf8');
    const depth = file.split(/[\\/]/).length - 1;
    const sibling = new RegExp(`['"](?:\\.\\./){${depth}}([\\w-]+)/`, 'g');
    return [...text.matchAll(sibling)].map(([, folder]) => folder as string);
  });
}

function isBelow(file: string, paths: readonly string[]): boolean {
  if (IN_ROOT.test(file) && !DOCUMENT.test(file)) return true;
  return paths.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
}
