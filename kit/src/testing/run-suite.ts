import { join } from 'node:path';
import { writeSnapshot } from '../data/snapshot-file.ts';
import { exportData } from '../data/stack-data.ts';
import { checkDeployment } from '../deployment/check-deployment.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { runChecks } from './check-suite.ts';
import { type PlaywrightSuite, runPlaywright } from './playwright-suite.ts';
import { type Suite, type SuiteResult, sumCounts } from './suite.ts';
import type { TestStack } from './test-stack.ts';
import { runVitest } from './vitest-suite.ts';

const UNIT_WORKERS = 2;

export interface SuiteRun {
  readonly run: Run;
  readonly suite: Suite;
  readonly stack: TestStack;
  /** A stack of a run of its own, for the half of the browser tests that runs concurrently. */
  readonly secondStack: TestStack;
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

async function dispatch(options: SuiteRun): Promise<SuiteResult> {
  const { run, suite, stack, grep } = options;
  if (suite.name === 'e2e') return runBrowserTests(options);
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

/** Runs half of the spec files on each stack. With --grep there is little to divide, so one stack runs them all. */
async function runBrowserTests({ stack, secondStack, grep, chromium }: SuiteRun): Promise<SuiteResult> {
  const suite = { chromium: chromium as string, grep };
  if (grep !== undefined) return runSpecs(stack, suite);
  const results = await Promise.all([
    runSpecs(stack, { ...suite, shard: { index: 1, total: 2 } }),
    runSpecs(secondStack, { ...suite, shard: { index: 2, total: 2 } }),
  ]);
  return { ...sumCounts(results), output: results.map(({ output }) => output).join('\n') };
}

/** The specs of one file share data, files do not: the fixtures restore the initial data before each file. */
async function runSpecs(stack: TestStack, suite: Omit<PlaywrightSuite, 'env'>): Promise<SuiteResult> {
  const env = await stack.ready();
  const initialData = join(stack.run.folder, 'initial-data.json');
  writeSnapshot(initialData, await exportData(stack.ports));
  return runPlaywright(stack.run, { ...suite, env: { ...env, SAVEPOINT_FIRST_STATE: initialData } });
}

function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const { stack, cause } = error as Error;
  return `${stack}${cause === undefined ? '' : `\nCaused by: ${(cause as Error).stack ?? cause}`}`;
}
