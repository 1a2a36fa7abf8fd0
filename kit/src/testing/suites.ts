// Owns the list of suites and what each needs. A folder of tests/ with vitest files is a suite by itself.
import { globSync, readdirSync } from 'node:fs';
import { repositoryPath } from '../config/repository.ts';
import { UserError } from '../user-error.ts';
import type { Suite } from './suite.ts';

const FIRST: readonly Suite[] = [
  { name: 'check', summary: 'format, lint, types, import law', needsStack: false, selfContained: false },
  {
    name: 'unit',
    summary: 'the *.test.ts files beside the sources',
    needsStack: false,
    selfContained: false,
  },
];
const LAST: readonly Suite[] = [
  {
    name: 'deploy-check',
    summary: 'everything of a deployment short of the network',
    needsStack: false,
    selfContained: false,
  },
  { name: 'e2e', summary: 'the shop in a real Chromium', needsStack: true, selfContained: false },
];

/** Folders that start what they need themselves. */
const SELF_CONTAINED = new Set(['conformance', 'rules-language', 'shopify-contract', 'stripe-contract']);
/** Starts the shop itself, from the same built files as the stack of the others. */
const STARTING = 'start';

/** All suites in the order in which they run: the quick ones that fail often first. */
export function allSuites(): Suite[] {
  const folders = readdirSync(repositoryPath('tests'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'e2e' && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .filter((name) => globSync('**/*.test.ts', { cwd: repositoryPath('tests', name) }).length > 0)
    .map((name) => {
      const selfContained = SELF_CONTAINED.has(name);
      return { name, summary: `tests/${name}`, needsStack: !selfContained && name !== STARTING, selfContained };
    });
  return [...FIRST, ...folders, ...LAST];
}

/** The suites that were asked for, or all. */
export function selectSuites(names: readonly string[]): Suite[] {
  const suites = allSuites();
  for (const name of names) {
    if (!suites.some((suite) => suite.name === name)) {
      throw new UserError(
        `There is no suite "${name}"`,
        `There are: ${suites.map((suite) => suite.name).join(', ')}.`,
      );
    }
  }
  return names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
}
