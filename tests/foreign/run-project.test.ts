import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLimitWarnings, findProblems, hashProjectFiles } from './run-project.ts';

describe('the outcome of a project', () => {
  it('is as expected when all tests pass and the exit code is 0', () => {
    expect(findProblems({ passes: 5 }, { passed: 5, failed: 0 }, 0)).toEqual([]);
  });

  it('is a problem when fewer tests pass or more fail than expected', () => {
    expect(findProblems({ passes: 5 }, { passed: 4, failed: 1 }, 1)).toEqual([
      '4 tests passed, expected 5',
      '1 tests failed, expected 0',
    ]);
  });

  it('may have the failures whose reason is stated', () => {
    const project = { passes: 60, failures: { count: 7, reason: 'they need the Realtime Database' } };
    expect(findProblems(project, { passed: 60, failed: 7 }, 1)).toEqual([]);
  });

  it('is a problem when exec reports success for tests that failed, or failure for tests that passed', () => {
    const project = { passes: 1, failures: { count: 1, reason: 'no reason' } };
    expect(findProblems(project, { passed: 1, failed: 1 }, 0)).toEqual([
      'the exit code was 0 with 1 failed tests',
    ]);
    expect(findProblems({ passes: 1 }, { passed: 1, failed: 0 }, 7)).toEqual([
      'the exit code was 7 with 0 failed tests',
    ]);
  });

  it('is a problem when the test runner reported nothing', () => {
    expect(findProblems({ passes: 1 }, undefined, 127)).toEqual([
      'the tests did not report, and the exit code was 127',
    ]);
  });
});

it('the warnings about limits are read from what exec prints', () => {
  const warning =
    'stock/shirt: 11 writes in 10 s, more than 1 a second. Shard it. (Firestore: Usage and limits)';
  const output = `ok\nfirestore  WARNING: limits: ${warning} [trace 0af7651916cd43dd8448eb211c80319c]\nWARNING: other: text\n`;
  expect(findLimitWarnings(output)).toEqual([warning]);
});

it('files that a run before has written into the copy are none of the project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  const [copy, source] = ['copy', 'source'].map((name) => join(folder, name)) as [string, string];
  for (const each of [copy, source]) {
    mkdirSync(join(each, 'src'), { recursive: true });
    writeFileSync(join(each, 'src', 'index.js'), '');
  }
  writeFileSync(join(copy, 'coverage.html'), '');
  expect(Object.keys(hashProjectFiles(copy, source))).toEqual([join(copy, 'src', 'index.js')]);
  rmSync(folder, { recursive: true });
});
