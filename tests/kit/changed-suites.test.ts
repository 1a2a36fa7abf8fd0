// What `npm test -- --changed` runs here, by the suites of savepoint.config.ts.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../kit/src/config/project.ts';
import type { Suite } from '../../kit/src/testing/suite.ts';
import { dependenciesOf, type Reach, reachOf } from '../../kit/src/testing/suite-reach.ts';
import { allSuites } from '../../kit/src/testing/suites.ts';

/** The suite of the shop with that name. */
function suiteNamed(name: string): Suite {
  const found = allSuites().find((suite) => suite.name === name);
  if (found === undefined) throw new Error(`There is no suite ${name}.`);
  return found;
}

describe('reachOf', () => {
  const RELATED = 'related';
  it.each([
    [
      'a document',
      'docs/deploy.md',
      { check: 'all', words: 'all', unit: 'none', e2e: 'none', packages: 'none' },
    ],
    [
      'a component of the web app',
      'web/src/components/form.tsx',
      { check: 'all', unit: RELATED, functions: 'all', e2e: 'all', conformance: 'none', parity: 'none' },
    ],
    [
      'a source of the Firestore emulator',
      'emulator/firestore/src/query/filter.ts',
      { unit: RELATED, conformance: 'all', e2e: 'all', 'stripe-contract': 'none' },
    ],
    [
      'a preload of the kit',
      'kit/preload/dev-server.cjs',
      { unit: 'all', storage: 'all', 'stripe-contract': 'none' },
    ],
    ['a source of the kit, which starts its files', 'kit/src/main.ts', { unit: 'all', e2e: 'all' }],
    [
      'the security rules',
      'firestore.rules',
      { unit: 'all', rules: 'all', e2e: 'all', 'stripe-contract': 'all' },
    ],
    ['the lock file', 'package-lock.json', { unit: 'all', conformance: 'all', words: 'all' }],
    ['a browser test', 'tests/e2e/cart.spec.ts', { e2e: RELATED, unit: 'none', functions: 'none' }],
    ['a page object of the browser tests', 'tests/e2e/pages/cart.ts', { e2e: 'all' }],
    [
      'test code that other suites import',
      'tests/conformance/emulator-under-test.ts',
      { conformance: 'all', security: 'all', parity: 'all', functions: 'none' },
    ],
    ['code that suites share', 'tests/support/marked-block.ts', { parity: 'all', e2e: 'none' }],
    ['recorded cases', 'tests/rules-language/cases/list.json', { 'rules-language': 'all', e2e: 'none' }],
  ])('of %s', (_, file, expected) => {
    const reached = Object.keys(expected).map((suite) => [
      suite,
      describeReach(reachOf(suiteNamed(suite), [file])),
    ]);
    expect(Object.fromEntries(reached)).toEqual(expected);

    function describeReach(reach: Reach): string {
      if (reach === 'all') return 'all';
      return reach.length === 0 ? 'none' : RELATED;
    }
  });

  it('is "all" when one of several files is more than imported', () => {
    expect(reachOf(suiteNamed('unit'), ['web/src/app/pages.ts', 'model/package.json'])).toBe('all');
  });

  it('is no file for every suite without a change', () => {
    for (const suite of allSuites()) expect(reachOf(suite, [])).toEqual([]);
  });
});

describe('the dependencies of a suite', () => {
  const listed = allSuites().filter((suite) => dependenciesOf(suite).paths !== undefined);

  it.each(listed)('$name include every file of the repository that it imports', (suite) => {
    const missing = importsOf(suite.name).filter((file) => reachOf(suite, [file]).length === 0);
    expect(missing).toEqual([]);
  });

  /** Paths relative to the repository of what the tests of a suite import from elsewhere. */
  function importsOf(suite: string): string[] {
    return globSync(`tests/${suite}/**/*.ts`, { cwd: projectPath() }).flatMap((file) => {
      const text = readFileSync(projectPath(file), 'utf8');
      const specifiers = [...text.matchAll(/(?:from |import\(|new URL\()'(\.[^']+)'/g)].map(
        ([, path]) => path as string,
      );
      const folder = dirname(projectPath(file));
      const imported = specifiers.map((specifier) => relative(projectPath(), join(folder, specifier)));
      return imported.filter((path) => path !== '');
    });
  }
});
