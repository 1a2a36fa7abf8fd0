import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, repositoryPath } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';
import type { SuiteResult } from './suite.ts';

export interface PlaywrightSuite {
  /** Path of the browser. */
  readonly chromium: string;
  readonly grep: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Spec folder or file below tests/e2e; all when absent. */
  readonly only?: string;
}

/** The parts of Playwright's JSON report that are read here. */
interface Report {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Runs the specs and counts the tests; all counts are 0 when nothing matches. Traces of failures are in test-results/e2e. */
export async function runPlaywright(run: Run, suite: PlaywrightSuite): Promise<SuiteResult> {
  const reportFile = join(run.folder, 'e2e.json');
  const { code, output } = await runTool(run, {
    name: 'e2e',
    command: binPath('playwright'),
    args: [
      'test',
      ...(suite.only ? [suite.only] : []),
      ...['--config', repositoryPath('tests', 'e2e', 'playwright.config.ts')],
      ...(suite.grep ? ['--grep', suite.grep] : []),
      '--reporter=list,json',
      '--pass-with-no-tests',
    ],
    cwd: repositoryPath(),
    env: {
      ...suite.env,
      SAVEPOINT_CHROMIUM: suite.chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
  });
  if (!existsSync(reportFile)) return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  const { stats } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const failed = Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1);
  return { passed: stats.expected, failed, skipped: stats.skipped, output };
}
