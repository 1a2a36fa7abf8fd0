import { stripVTControlCharacters } from 'node:util';

/** The numbers of passed and failed tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * The last lines of each test runner. All matches are added up, because one command may run several
 * suites.
 */
const REPORTS = {
  jest: { passed: /^Tests:.*?(\d+) passed/gm, failed: /^Tests:.*?(\d+) failed/gm },
  mocha: { passed: /^ +(\d+) passing\b/gm, failed: /^ +(\d+) failing\b/gm },
  node: { passed: /^(?:#|ℹ) pass (\d+)$/gm, failed: /^(?:#|ℹ) (?:fail|cancelled) (\d+)$/gm },
  tape: { passed: /^# pass +(\d+)$/gm, failed: /^# fail +(\d+)$/gm },
  vitest: { passed: /^ +Tests .*?(\d+) passed/gm, failed: /^ +Tests .*?(\d+) failed/gm },
} as const;

/** A test runner whose output can be read. */
export type TestReport = keyof typeof REPORTS;

/**
 * Reads the counts from the output of a test runner, colors included.
 * @returns undefined when the runner has not reported any
 */
export function readCounts(report: TestReport, output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output);
  const { passed, failed } = REPORTS[report];
  if (!new RegExp(passed).test(text) && !new RegExp(failed).test(text)) return undefined;
  return { passed: sumOf(text, passed), failed: sumOf(text, failed) };
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}
