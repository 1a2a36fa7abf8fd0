import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishingProblems, reportProblems } from './publishing-problems.ts';

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'publishing-'));
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.0 - 2026-11-23\n');
  writePackage('one', {});
  writePackage('two', { dependencies: { one: '1.2.0' } });
  git('init', '--quiet');
  commit();
});
afterEach(() => rmSync(repository, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

function writePackage(name: string, rest: object): void {
  write(`${name}/package.json`, JSON.stringify({ name, version: '1.2.0', ...rest }));
  write(`${name}/LICENSE`, 'Apache-2.0');
}

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args], {
    cwd: repository,
  });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}

const problems = () => publishingProblems(repository, ['one', 'two']);

describe('publishingProblems', () => {
  it('returns none for committed packages of one version that the changelog describes', () => {
    expect(problems()).toEqual([]);
  });

  it('names uncommitted files', () => {
    write('one/index.js', '');
    expect(problems()).toEqual(['These files are not committed:\n?? one/index.js']);
  });

  it.each([
    [
      'versions that differ',
      () => writePackage('one', { version: '1.3.0' }),
      [
        'The packages have different versions: one 1.3.0, two 1.2.0. Set one with: npm version VERSION --workspaces',
        'two depends on one 1.2.0, not 1.3.0.',
      ],
    ],
    [
      'a version that the changelog does not describe',
      () => write('CHANGELOG.md', '## Unreleased\n'),
      ['CHANGELOG.md has no section "## 1.2.0".'],
    ],
    [
      'a private package',
      () => writePackage('one', { private: true }),
      ['one is private in its package.json.'],
    ],
    [
      'a package without a license',
      () => rmSync(join(repository, 'two/LICENSE')),
      ['two/LICENSE is missing.'],
    ],
  ])('reports %s', (_, change, expected) => {
    change();
    commit();
    expect(problems()).toEqual(expected);
  });
});

describe('reportProblems', () => {
  it('stops a publication, but not a rehearsal', () => {
    expect(reportProblems(['a', 'b'], true)).toEqual({
      text: 'Nothing was published:\n- a\n- b',
      stops: true,
    });
    expect(reportProblems(['a'], false)).toMatchObject({
      text: 'To do before these can be published:\n- a',
      stops: false,
    });
  });
});
