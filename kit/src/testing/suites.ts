import { globSync, readdirSync } from 'node:fs';
import { unknownName } from '../cli/unknown-name.ts';
import { repositoryPath } from '../config/repository.ts';
import { UserError } from '../user-error.ts';
import { checkScripts } from './check-suite.ts';
import type { Suite } from './suite.ts';

const FIRST: readonly Suite[] = [
  {
    name: 'check',
    summary: checkScripts().join(', '),
    needsStack: false,
    selfContained: false,
    hasTitles: false,
  },
  {
    name: 'unit',
    summary: '*.test.ts next to the sources',
    needsStack: false,
    selfContained: false,
    hasTitles: true,
  },
];
const LAST: readonly Suite[] = [
  {
    name: 'deploy-check',
    summary: 'everything of a deployment that needs no network',
    needsStack: false,
    selfContained: false,
    hasTitles: false,
  },
  {
    name: 'e2e',
    summary: 'tests/e2e/**/*.spec.ts in Chromium',
    needsStack: true,
    selfContained: false,
    hasTitles: true,
  },
];

/** Folders whose tests start what they need themselves. */
const SELF_CONTAINED = new Set([
  'conformance',
  'packages',
  'parity',
  'rules-language',
  'shopify-contract',
  'stripe-contract',
  'words',
]);
/** Starts stacks of its own, but from the same build output as the stack of the other suites. */
const START_SUITE = 'start';

/** All suites in the order in which they run: the quick ones that fail often first. A folder of tests/ with vitest files is a suite. */
export function allSuites(): Suite[] {
  const folders = readdirSync(repositoryPath('tests'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'e2e' && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .filter((name) => globSync('**/*.test.ts', { cwd: repositoryPath('tests', name) }).length > 0)
    .map((name) => {
      const selfContained = SELF_CONTAINED.has(name);
      const needsStack = !selfContained && name !== START_SUITE;
      return { name, summary: `tests/${name}/**/*.test.ts`, needsStack, selfContained, hasTitles: true };
    });
  return [...FIRST, ...folders, ...LAST];
}

/**
 * The named suites, or all without names. With `grep`, suites without test titles are left out.
 * @throws UserError for an unknown name, and for a named suite that has no test titles to match
 */
export function selectSuites(names: readonly string[], grep: string | undefined): Suite[] {
  const suites = allSuites();
  for (const name of names) {
    const suite = suites.find((each) => each.name === name);
    if (suite === undefined) {
      const known = suites.map((each) => each.name);
      throw unknownName('suite', name, known, 'See: npm test -- --help');
    }
    if (grep !== undefined && !suite.hasTitles) {
      throw new UserError(`The suite ${name} has no test titles, so --grep cannot select from it`);
    }
  }
  const selected = names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
  return grep === undefined ? selected : selected.filter((suite) => suite.hasTitles);
}
