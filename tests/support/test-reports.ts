// Reads each test from the JSON reports of vitest and Playwright.
import { relative } from 'node:path';

export interface ReportedTest {
  readonly suite: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** Milliseconds; absent for a test that did not run. */
      readonly duration?: number;
    }[];
  }[];
}

/**
 * The tests of all projects: a suite is a folder of `tests/`, or `unit`. A file that cannot be
 * loaded counts as one failed test.
 */
export function vitestTests(text: string, root: string): ReportedTest[] {
  return (JSON.parse(text) as VitestReport).testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const suite = /^tests\/([^/]+)\//.exec(file)?.[1] ?? 'unit';
    const hasFailed = assertionResults.some((test) => test.status === 'failed');
    const tests = assertionResults.map(
      ({ fullName, status: outcome, duration = 0 }): ReportedTest => ({
        suite,
        title: fullName,
        outcome: outcome === 'passed' || outcome === 'failed' ? outcome : 'skipped',
        milliseconds: duration,
      }),
    );
    if (status !== 'failed' || hasFailed) return tests;
    return [...tests, { suite, title: file, outcome: 'failed' as const, milliseconds: 0 }];
  });
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;

/** The browser tests. One that passed only on a retry has failed. */
export function playwrightTests(text: string): ReportedTest[] {
  const testsOf = ({ title, suites = [], specs }: PlaywrightSuite, above: string): ReportedTest[] => {
    const path = `${above} ${title}`.trim();
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        suite: 'e2e',
        title: `${path} ${spec.title}`,
        outcome: OUTCOMES[status],
        milliseconds: results.reduce((total, { duration }) => total + duration, 0),
      })),
    );
    return [...own, ...suites.flatMap((each) => testsOf(each, path))];
  };
  return (JSON.parse(text) as { suites: readonly PlaywrightSuite[] }).suites.flatMap((each) =>
    testsOf(each, ''),
  );
}
