import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, projectPath } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

/** Long enough for a busy machine, so that only a test that hangs exceeds it. */
const TEST_TIMEOUT_MS = 60_000;

export interface VitestSuite {
  readonly name: string;
  /** Folders or files below the project's folder; all when empty. */
  readonly folders: readonly string[];
  /** Instead of all tests: those that are, or import, directly or not, one of these files. */
  readonly relatedTo?: readonly string[];
  readonly exclude?: string;
  readonly maxWorkers: number;
  readonly grep: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** A test in vitest's JSON report. */
interface ReportedTest {
  readonly fullName: string;
  readonly status: string;
  /** Milliseconds; absent for a test that did not run. */
  readonly duration?: number;
}

/** The parts of vitest's JSON report that are read here. */
interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly ReportedTest[] }[];
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

/**
 * Runs vitest and counts the tests. A file that cannot be loaded counts as one failed test; tests that `grep` excludes are not counted, so
 * that all counts are 0 when it matches nothing.
 */
export async function runVitest(run: Run, suite: VitestSuite): Promise<SuiteResult> {
  const reportFile = join(run.folder, `${suite.name}.json`);
  const { code, output } = await runTool(run, {
    name: suite.name,
    command: binPath('vitest'),
    args: [
      ...(suite.relatedTo ? ['related', '--run', ...suite.relatedTo] : ['run', ...suite.folders]),
      ...(suite.exclude ? ['--exclude', suite.exclude] : []),
      ...(suite.grep ? ['--testNamePattern', suite.grep] : []),
      `--maxWorkers=${suite.maxWorkers}`,
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      `--hookTimeout=${TEST_TIMEOUT_MS}`,
      '--passWithNoTests',
    ],
    cwd: projectPath(),
    env: { ...suite.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  if (!existsSync(reportFile)) {
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, skippedTitles: [], timings: [], output };
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  const skipped = suite.grep === undefined ? report.numPendingTests : 0;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const notRun = (test: ReportedTest) => test.status !== 'passed' && test.status !== 'failed';
  return {
    passed: report.numPassedTests,
    failed,
    skipped,
    skippedTitles: suite.grep === undefined ? tests.filter(notRun).map(({ fullName }) => fullName) : [],
    timings: tests
      .filter((test) => !notRun(test))
      .map(({ fullName, duration = 0 }) => ({ title: fullName, milliseconds: duration })),
    output,
  };
}
