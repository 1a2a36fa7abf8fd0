import { join } from 'node:path';
import { writeSnapshot } from '../data/snapshot-file.ts';
import { exportData } from '../data/stack-data.ts';
import { checkDeployment } from '../deployment/check-deployment.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { runChecks } from './check-suite.ts';
import { type PlaywrightSuite, runPlaywright } from './playwright-suite.ts';
import type { Suite, SuiteResult } from './suite.ts';
import type { TestStack } from './test-stack.ts';
import { runVitest } from './vitest-suite.ts';

const UNIT_WORKERS = 2;

export interface SuiteRun {
  readonly run: Run;
  readonly suite: Suite;
  readonly stack: TestStack;
  readonly grep: string | undefined;
  readonly chromium: string | undefined;
}

/** Runs one suite with its tool. A stack that does not start is a failure of the suite. */
export async function runSuite(options: SuiteRun): Promise<SuiteResult> {
  try {
    return await dispatch(options);
  } catch (error) {
    if (options.run.isEnding) throw error;
    return { passed: 0, failed: 1, skipped: 0, output: describe(error) };
  }
}

async function dispatch({ run, suite, stack, grep, chromium }: SuiteRun): Promise<SuiteResult> {
  const env = suite.needsStack ? await stack.ready() : {};
  switch (suite.name) {
    case 'check':
      return runChecks(run);
    case 'unit':
      return runVitest(run, {
        name: 'unit',
        folders: [],
        exclude: 'tests/**',
        maxWorkers: UNIT_WORKERS,
        grep,
        env,
      });
    case 'deploy-check':
      return { ...(await checkDeployment(run)), skipped: 0 };
    case 'e2e':
      return runBrowserTests(run, stack, { chromium: chromium as string, grep, env });
    default:
      return runVitest(run, {
        name: suite.name,
        folders: [`tests/${suite.name}/`],
        maxWorkers: 1,
        grep,
        env,
      });
  }
}

/** The specs of one file share data, files do not: the fixtures restore the initial data before each file. */
async function runBrowserTests(run: Run, stack: TestStack, suite: PlaywrightSuite): Promise<SuiteResult> {
  const initialData = join(run.folder, 'initial-data.json');
  writeSnapshot(initialData, await exportData(stack.ports));
  return runPlaywright(run, { ...suite, env: { ...suite.env, SAVEPOINT_FIRST_STATE: initialData } });
}

function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const { stack, cause } = error as Error;
  return `${stack}${cause === undefined ? '' : `\nCaused by: ${(cause as Error).stack ?? cause}`}`;
}
