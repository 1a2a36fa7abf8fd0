import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

/** Long enough for a busy machine, so that only a test that hangs exceeds it. */
const TEST_TIMEOUT_MS = 60_000;

export interface VitestSuite {
  readonly name: string;
  /** Folders or files below the repository root; all when empty. */
  readonly folders: readonly string[];
  readonly exclude?: string;
  readonly maxWorkers: number;
  readonly grep: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** The parts of vitest's JSON report that are read here. */
interface Report {
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
      'run',
      ...suite.folders,
      ...(suite.exclude ? ['--exclude', suite.exclude] : []),
      ...(suite.grep ? ['--testNamePattern', suite.grep] : []),
      `--maxWorkers=${suite.maxWorkers}`,
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      `--hookTimeout=${TEST_TIMEOUT_MS}`,
      '--passWithNoTests',
    ],
    cwd: repositoryPath(),
    env: { ...suite.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  if (!existsSync(reportFile)) {
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  const skipped = suite.grep === undefined ? report.numPendingTests : 0;
  return { passed: report.numPassedTests, failed, skipped, output };
}
