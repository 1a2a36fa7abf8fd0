import { readdirSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { unknownName } from '../cli/unknown-name.ts';
import type { SuitesConfig } from '../config/define-config.ts';
import { commandText, configuredSuites, projectPath } from '../config/project.ts';
import { UserError } from '../user-error.ts';
import { checkScripts } from './check-suite.ts';
import type { Suite } from './suite.ts';

const UNIT: Suite = {
  kind: 'unit',
  name: 'unit',
  summary: '*.test.ts next to the sources',
  needsStack: false,
  selfContained: false,
  hasTitles: true,
};
const DEPLOY_CHECK: Suite = {
  kind: 'deploy-check',
  name: 'deploy-check',
  summary: 'everything of a deployment that needs no network',
  needsStack: false,
  selfContained: false,
  hasTitles: false,
};

/** The folder of the suites, relative to the project's. */
export function suitesFolder(): string {
  return configuredSuites()?.folder ?? 'tests';
}

/**
 * All suites in the order in which they run: the quick ones that fail often first. A folder with vitest files in the folder of the suites
 * is a suite.
 */
export function allSuites(): Suite[] {
  const config = configuredSuites();
  const checks = checkScripts();
  return [
    ...(checks.length > 0 ? [checkSuite(checks)] : []),
    ...(config === undefined ? [] : [UNIT, ...folderSuites(config), DEPLOY_CHECK, ...browserSuites(config)]),
  ];
}

function checkSuite(scripts: readonly string[]): Suite {
  return {
    kind: 'checks',
    name: 'check',
    summary: scripts.join(', '),
    needsStack: false,
    selfContained: false,
    hasTitles: false,
  };
}

function folderSuites({ browser, selfContained = [], ownStack = [] }: SuitesConfig): Suite[] {
  const folder = suitesFolder();
  return readdirSync(projectPath(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== browser && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .filter((name) => globSync('**/*.test.ts', { cwd: projectPath(folder, name) }).length > 0)
    .map((name) => ({
      kind: 'vitest',
      name,
      summary: `${folder}/${name}/**/*.test.ts`,
      needsStack: !selfContained.includes(name) && !ownStack.includes(name),
      selfContained: selfContained.includes(name),
      hasTitles: true,
    }));
}

function browserSuites({ browser }: SuitesConfig): Suite[] {
  if (browser === undefined) return [];
  return [
    {
      kind: 'browser',
      name: browser,
      summary: `${suitesFolder()}/${browser}/**/*.spec.ts in Chromium`,
      needsStack: true,
      selfContained: false,
      hasTitles: true,
    },
  ];
}

/**
 * The named suites, or all without names. With `grep`, suites without test titles are left out; with `repeat`, all but the browser tests.
 * @throws UserError for an unknown name, for a named suite that has no test titles to match or cannot be repeated, and for a number of
 *   repetitions that is not positive
 */
export function selectSuites(names: readonly string[], grep: string | undefined, repeat?: number): Suite[] {
  const suites = allSuites();
  if (repeat !== undefined && repeat < 1)
    throw new UserError(`--repeat expects a number from 1 on, but got ${repeat}`);
  for (const name of names) {
    const suite = suites.find((each) => each.name === name);
    if (suite === undefined) {
      const known = suites.map((each) => each.name);
      throw unknownName('suite', name, known, `See: ${commandText('test', '--help')}`);
    }
    if (grep !== undefined && !suite.hasTitles) {
      throw new UserError(`The suite ${name} has no test titles, so --grep cannot select from it`);
    }
    if (repeat !== undefined && suite.kind !== 'browser')
      throw new UserError(
        `--repeat repeats browser tests only, and ${name} has none`,
        `Leave ${name} out, or leave --repeat out.`,
      );
  }
  const selected = names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
  return selected.filter(
    (suite) => (grep === undefined || suite.hasTitles) && (repeat === undefined || suite.kind === 'browser'),
  );
}
