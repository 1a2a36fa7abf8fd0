import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { projectPath } from '../config/project.ts';
import { writeSnapshot } from '../data/snapshot-file.ts';
import { exportData } from '../data/stack-data.ts';
import { checkDeployment } from '../deployment/check-deployment.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { runChecks } from './check-suite.ts';
import { type PlaywrightSuite, runPlaywright } from './playwright-suite.ts';
import type { Suite, SuiteResult } from './suite.ts';
import { type Reach, readsOrStarts } from './suite-reach.ts';
import { suitesFolder } from './suites.ts';
import type { TestStack } from './test-stack.ts';
import { runVitest } from './vitest-suite.ts';

const UNIT_WORKERS = 2;

export interface SuiteRun {
  readonly run: Run;
  readonly suite: Suite;
  readonly stack: TestStack;
  /** The tests to run. */
  readonly reach: Reach;
  readonly grep: string | undefined;
  /** How many times each browser test runs; once when absent. */
  readonly repeat: number | undefined;
  readonly chromium: string | undefined;
}

/** Runs one suite with its tool. A stack that does not start is a failure of the suite. */
export async function runSuite(options: SuiteRun): Promise<SuiteResult> {
  try {
    return await dispatch(options);
  } catch (error) {
    if (options.run.isEnding) throw error;
    return { passed: 0, failed: 1, skipped: 0, skippedTitles: [], timings: [], output: describe(error) };
  }
}

async function dispatch({
  run,
  suite,
  stack,
  reach,
  grep,
  repeat,
  chromium,
}: SuiteRun): Promise<SuiteResult> {
  const env = suite.needsStack ? await stack.ready() : {};
  switch (suite.kind) {
    case 'checks':
      return runChecks(run);
    case 'unit':
      return runVitest(run, {
        name: 'unit',
        folders: [],
        ...(reach === 'all' ? {} : { relatedTo: [...existing(reach), ...unitTestsThatReadOrStart()] }),
        exclude: `${suitesFolder()}/**`,
        maxWorkers: UNIT_WORKERS,
        grep,
        env,
      });
    case 'deploy-check':
      return { ...(await checkDeployment(run)), skipped: 0, skippedTitles: [], timings: [] };
    case 'browser':
      return runBrowserTests(run, stack, {
        chromium: chromium as string,
        ...(reach === 'all' ? {} : { only: existing(reach) }),
        grep,
        repeat,
        env,
      });
    default:
      return runVitest(run, {
        name: suite.name,
        folders: reach === 'all' ? [`${suitesFolder()}/${suite.name}/`] : existing(reach),
        maxWorkers: 1,
        grep,
        env,
      });
  }
}

/** Without those that were deleted. */
function existing(files: readonly string[]): string[] {
  return files.filter((file) => existsSync(projectPath(file)));
}

function unitTestsThatReadOrStart(): string[] {
  const ignore = ['**/node_modules/**', '**/dist/**', `${suitesFolder()}/**`];
  const tests = globSync('*/**/*.test.{ts,tsx}', { cwd: projectPath(), ignore });
  return tests.filter((file) => readsOrStarts(readFileSync(projectPath(file), 'utf8')));
}

/** The specs of one file share data, files do not: the fixtures restore the initial data before each file. */
async function runBrowserTests(run: Run, stack: TestStack, suite: PlaywrightSuite): Promise<SuiteResult> {
  const initialData = join(run.folder, 'initial-data.json');
  writeSnapshot(initialData, await exportData(stack.dataPorts()));
  return runPlaywright(run, { ...suite, env: { ...suite.env, SAVEPOINT_FIRST_STATE: initialData } });
}

function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const { stack, cause } = error as Error;
  return `${stack}${cause === undefined ? '' : `\nCaused by: ${(cause as Error).stack ?? cause}`}`;
}
