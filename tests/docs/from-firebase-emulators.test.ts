// docs/from-firebase-emulators.md claims what tests show, so every test that it names has to exist.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namedTests } from './named-tests.ts';

const REPOSITORY = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, REPOSITORY), 'utf8');
const page = read('docs/from-firebase-emulators.md');
const named = namedTests(page);
const solved = itemsBelow('## Solved');

/** The items of the first list below a heading, each in one line. */
function itemsBelow(heading: string): string[] {
  const [, section = ''] = page.split(`${heading}\n`);
  const list = section.slice(section.indexOf('\n- ') + 1).split('\n\n')[0] ?? '';
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim());
}

/** The request of an item, which is bold. */
function requestOf(item: string): string | undefined {
  return /^\*\*(.+?)\*\*/.exec(item)?.[1];
}

describe('docs/from-firebase-emulators.md', () => {
  it.each(named)('names a test that exists: $path "$title"', ({ path, title }) => {
    expect(existsSync(new URL(path, REPOSITORY))).toBe(true);
    if (title !== undefined) expect(titlesIn(read(path))).toContain(title);
  });

  it('names for each request that is solved an issue, what to type and a test', () => {
    expect(solved.length).toBeGreaterThan(10);
    const complete = /^\*\*.+?\*\* \(firebase-[a-z-]+#\d+(?:, firebase-[a-z-]+#\d+)*\): .+\. Test: (.+)$/;
    const incomplete = solved.filter((item) => {
      const [, tests = ''] = complete.exec(item) ?? [];
      return namedTests(tests).every(({ title }) => title === undefined);
    });
    expect(incomplete).toEqual([]);
  });

  it('does not call a request missing in the words of one that is solved', () => {
    const missing = itemsBelow('## What is missing').map(requestOf);
    const claimed = solved.map(requestOf);
    expect(missing.filter((request) => claimed.includes(request))).toEqual([]);
  });
});

/** The titles of tests, and the names of the cases of a contract, as they are written. */
function titlesIn(source: string): string[] {
  const titles = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\(|\bname:)\s*(['"`])((?:(?!\1).)*)\1/g;
  return [...source.matchAll(titles)].map(([, , title]) => title as string);
}

describe('namedTests', () => {
  it('returns each title with the file before it, and a file without titles', () => {
    expect(
      namedTests('`tests/a.test.ts`: "adds",\n"multiplies"; `packages/savepoint/b.test.ts`, `README.md`'),
    ).toEqual([
      { path: 'tests/a.test.ts', title: 'adds' },
      { path: 'tests/a.test.ts', title: 'multiplies' },
      { path: 'packages/savepoint/b.test.ts', title: undefined },
    ]);
  });
});
