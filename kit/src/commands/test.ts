import { mkdirSync, writeFileSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { ALLOW_OUTBOUND } from '../cli/command-line.ts';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { allowOutbound } from '../processes/outbound-guard.ts';
import { Run } from '../processes/run.ts';
import { waitForShutdownSignal } from '../processes/shutdown-signal.ts';
import { requireChromium } from '../testing/chromium.ts';
import { runSuite } from '../testing/run-suite.ts';
import { formatSuiteResult, ranNothing, type Suite, type SuiteResult, sumCounts } from '../testing/suite.ts';
import { allSuites, selectSuites } from '../testing/suites.ts';
import { TestStack } from '../testing/test-stack.ts';
import { UserError } from '../user-error.ts';

interface Selection {
  readonly suites: readonly Suite[];
  /** Whether the suites were named, so that each of them must run a test. */
  readonly named: boolean;
  readonly grep: string | undefined;
}

interface FinishedSuite {
  readonly suite: Suite;
  readonly result: SuiteResult;
  readonly milliseconds: number;
}

/** `npm test`: runs the suites against a stack of its own on free ports, so that `npm start` can run at the same time. */
export const test: Command = {
  summary: 'run all suites, or the named ones',
  usage: 'npm test -- [SUITE ...] [--grep PATTERN] [--allow-outbound HOST,...]',
  flags: {
    grep: {
      type: 'string',
      value: 'PATTERN',
      description: 'only tests whose title matches the regular expression',
    },
    'allow-outbound': ALLOW_OUTBOUND,
  },
  maxPositionals: 100,
  notes: ['Suites:', ...allSuites().map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`)],
  async run(invocation) {
    const grep = invocation.text('grep');
    if (grep !== undefined) requireRegularExpression(grep);
    const suites = selectSuites(invocation.positionals, grep);
    allowOutbound(invocation.text('allow-outbound'));
    const run = new Run();
    const interrupted = waitForShutdownSignal().then(() => {
      throw new UserError('Stopped', 'No process is left running.');
    });
    interrupted.catch(() => undefined);
    try {
      const selection = { suites, named: invocation.positionals.length > 0, grep };
      return await Promise.race([runSuites(run, selection), interrupted]);
    } finally {
      await run.end();
    }
  },
};

function requireRegularExpression(grep: string): void {
  try {
    new RegExp(grep);
  } catch (error) {
    throw new UserError(
      `--grep expects a regular expression: ${(error as Error).message}`,
      `Usage: ${test.usage}`,
    );
  }
}

async function runSuites(run: Run, selection: Selection): Promise<number> {
  const { suites, grep } = selection;
  const startedAt = performance.now();
  const chromium = suites.some((suite) => suite.name === 'e2e') ? await requireChromium() : undefined;
  const ports = await findFreePorts();
  const stack = new TestStack(run, ports, serverUrl(ports.hosting));
  const runInOrder = async (part: readonly Suite[]) => {
    const finished: FinishedSuite[] = [];
    for (const suite of part) {
      const suiteStartedAt = performance.now();
      process.stdout.write(`....  ${suite.name}\n`);
      const result = await runSuite({ run, suite, stack, grep, chromium });
      if (run.isEnding) return finished;
      const milliseconds = performance.now() - suiteStartedAt;
      if (result.failed > 0) printFailure(suite, result, stack);
      console.log(formatSuiteResult(suite.name, result, milliseconds));
      finished.push({ suite, result, milliseconds });
    }
    return finished;
  };
  const finished = await Promise.all([
    runInOrder(suites.filter(({ selfContained }) => !selfContained)),
    runInOrder(suites.filter(({ selfContained }) => selfContained)),
  ]);
  stack.stop();
  return printSummary(finished.flat(), selection, performance.now() - startedAt);
}

function printFailure(suite: Suite, result: SuiteResult, stack: TestStack): void {
  const file = repositoryPath('test-results', `${suite.name}.log`);
  mkdirSync(repositoryPath('test-results'), { recursive: true });
  writeFileSync(file, `${result.output}\n\n--- servers ---\n${stack.output()}`);
  console.log(result.output);
  console.log(`(the output of the servers is in test-results/${suite.name}.log)`);
}

/** Prints what each suite ran; returns the exit code. */
function printSummary(
  finished: readonly FinishedSuite[],
  selection: Selection,
  milliseconds: number,
): number {
  const { grep, named } = selection;
  console.log(`\nSummary${grep === undefined ? '' : ` (--grep "${grep}")`}:`);
  for (const { suite, result, milliseconds: took } of finished) {
    console.log(`${formatSuiteResult(suite.name, result, took)}   ${suite.summary}`);
  }
  const total = sumCounts(finished.map(({ result }) => result));
  console.log(`All suites took ${(milliseconds / 1000).toFixed(0)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  const empty = finished.filter(({ result }) => ranNothing(result)).map(({ suite }) => suite.name);
  if (empty.length > 0 && (named || grep === undefined || ranNothing(total))) {
    const what = grep === undefined ? 'No test was found' : `--grep "${grep}" matches no test`;
    throw new UserError(`${what} in: ${empty.join(', ')}`);
  }
  return total.failed === 0 ? 0 : 1;
}
