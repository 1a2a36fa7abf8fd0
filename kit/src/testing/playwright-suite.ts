import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, getProject, projectPath } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult, TestTiming } from './suite.ts';

export interface PlaywrightSuite {
  /** Path of the browser. */
  readonly chromium: string;
  readonly grep: string | undefined;
  /** How many times each test runs; once when absent. */
  readonly repeat?: number | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Spec folders or files, relative to the project; all when absent. */
  readonly only?: readonly string[];
}

/** A file or a describe block in Playwright's JSON report. */
interface ReportedSuite {
  readonly title: string;
  readonly suites?: readonly ReportedSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

/** A test with the titles of its describe blocks. */
interface ReportedTest extends TestTiming {
  readonly skipped: boolean;
}

/** The parts of Playwright's JSON report that are read here. */
interface Report {
  readonly suites: readonly ReportedSuite[];
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** The folder of the browser tests. Throws a UserError when the configuration names none. */
function browserTestsFolder(): string {
  const { folder = 'tests', browser } = getProject().config.suites ?? {};
  if (browser === undefined) throw new UserError('The project has no browser tests', 'Set suites.browser.');
  return projectPath(folder, browser);
}

/** Runs the specs and counts the tests; all counts are 0 when nothing matches. Traces of failures are in test-results/e2e. */
export async function runPlaywright(run: Run, suite: PlaywrightSuite): Promise<SuiteResult> {
  const reportFile = join(run.folder, 'e2e.json');
  const { code, output } = await runTool(run, {
    name: 'e2e',
    command: binPath('playwright'),
    args: [
      'test',
      ...(suite.only ?? []),
      ...['--config', join(browserTestsFolder(), 'playwright.config.ts')],
      ...(suite.grep ? ['--grep', suite.grep] : []),
      ...(suite.repeat === undefined ? [] : ['--repeat-each', String(suite.repeat)]),
      '--reporter=list,json',
      '--pass-with-no-tests',
    ],
    cwd: projectPath(),
    env: {
      ...suite.env,
      SAVEPOINT_CHROMIUM: suite.chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
  });
  if (!existsSync(reportFile)) {
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, skippedTitles: [], timings: [], output };
  }
  const { stats, suites } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const failed = Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1);
  const tests = suites.flatMap((each) => testsOf(each, []));
  return {
    passed: stats.expected,
    failed,
    skipped: stats.skipped,
    skippedTitles: tests.filter(({ skipped }) => skipped).map(({ title }) => title),
    timings: tests.filter(({ skipped }) => !skipped),
    output,
  };
}

function testsOf({ title, suites = [], specs }: ReportedSuite, above: readonly string[]): ReportedTest[] {
  const titles = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      title: [...titles, spec.title].join(' '),
      milliseconds: results.reduce((total, { duration }) => total + duration, 0),
      skipped: status === 'skipped',
    })),
  );
  return [...own, ...suites.flatMap((each) => testsOf(each, titles))];
}
