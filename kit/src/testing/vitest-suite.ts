// Owns running a vitest suite and counting its tests. It must not know what they test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

/** A busy machine is no failure: a test that hangs is. */
const TEST_LIMIT_MS = 60_000;

export interface VitestSuite {
  readonly name: string;
  /** Folders below the repository root. */
  readonly folders: readonly string[];
  readonly exclude?: string;
  readonly maxWorkers: number;
  readonly grep: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
}

/** Runs the suite; a file that cannot be loaded counts as one failed test. */
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
      `--testTimeout=${TEST_LIMIT_MS}`,
      `--hookTimeout=${TEST_LIMIT_MS}`,
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
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests, output };
}
