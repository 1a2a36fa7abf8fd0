import { mkdirSync, writeFileSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { ALLOW_OUTBOUND, type Invocation } from '../cli/command-line.ts';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { commandText, getProject, projectId, projectPath } from '../config/project.ts';
import { exportData } from '../data/stack-data.ts';
import { allowOutbound } from '../processes/outbound-guard.ts';
import { Run } from '../processes/run.ts';
import { waitForShutdownSignal } from '../processes/shutdown-signal.ts';
import { type ChangedFiles, changedFiles } from '../testing/changed-files.ts';
import { requireChromium } from '../testing/chromium.ts';
import { writeFailureArchive } from '../testing/failure-archive.ts';
import { runSuite } from '../testing/run-suite.ts';
import {
  formatSkipped,
  formatSlowest,
  formatSuiteResult,
  ranNothing,
  type Suite,
  type SuiteResult,
  sumCounts,
} from '../testing/suite.ts';
import { reachOf } from '../testing/suite-reach.ts';
import { allSuites, selectSuites } from '../testing/suites.ts';
import { TestStack } from '../testing/test-stack.ts';
import { UserError } from '../user-error.ts';

interface Selection {
  readonly suites: readonly Suite[];
  /** Whether the suites were named, so that each of them must run a test. */
  readonly named: boolean;
  readonly grep: string | undefined;
  readonly repeat: number | undefined;
  /** With --changed, what changed; otherwise all tests run. */
  readonly changes: ChangedFiles | undefined;
}

interface FinishedSuite {
  readonly suite: Suite;
  readonly result: SuiteResult;
  readonly milliseconds: number;
}

const SLOWEST_SHOWN = 10;

/** `test`: runs the suites against a stack of its own on free ports, so that `start` can run at the same time. */
export const test: Command = {
  summary: 'run all suites, or the named ones',
  usage: commandText(
    'test',
    '[SUITE ...] [--grep PATTERN] [--repeat N] [--changed [--since REF]] [--allow-outbound HOST,...]',
  ),
  flags: {
    grep: {
      type: 'string',
      value: 'PATTERN',
      description: 'only tests whose title matches the regular expression',
    },
    repeat: {
      type: 'number',
      value: 'N',
      description:
        'run each browser test N times, from the initial data each time; selects the browser tests',
    },
    changed: {
      type: 'boolean',
      description: 'only what a change since the branch left main, committed or not, can reach',
    },
    since: { type: 'string', value: 'REF', description: 'with --changed: the commit to compare with' },
    'allow-outbound': ALLOW_OUTBOUND,
  },
  maxPositionals: 100,
  notes: ['Suites:', ...allSuites().map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`)],
  async run(invocation) {
    const grep = invocation.text('grep');
    if (grep !== undefined) requireRegularExpression(grep);
    const repeat = invocation.number('repeat');
    const selected = selectSuites(invocation.positionals, grep, repeat);
    if (selected.length === 0) {
      throw new UserError(
        'The project has no suites',
        'Add `suites` to savepoint.config.ts (kit/README.md).',
      );
    }
    const changes = requestedChanges(invocation);
    const suites = changes === undefined ? selected : selectReached(selected, changes);
    if (suites.length === 0) return 0;
    allowOutbound(invocation.text('allow-outbound'), getProject().config.allowOutbound);
    const run = new Run();
    const interrupted = waitForShutdownSignal().then(() => {
      throw new UserError('Stopped', 'No process is left running.');
    });
    interrupted.catch(() => undefined);
    try {
      const selection = { suites, named: invocation.positionals.length > 0, grep, repeat, changes };
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

/** @throws UserError when the commit does not exist, or for --since without --changed */
function requestedChanges(invocation: Invocation): ChangedFiles | undefined {
  const since = invocation.text('since');
  if (invocation.flag('changed')) return changedFiles(projectPath(), since);
  if (since !== undefined) throw new UserError('--since needs --changed', `Usage: ${test.usage}`);
  return undefined;
}

/** The suites that a change can reach. Prints which are left out. */
function selectReached(suites: readonly Suite[], { base, files }: ChangedFiles): Suite[] {
  const reached = suites.filter((suite) => reachOf(suite, files).length > 0);
  const leftOut = suites.filter((suite) => !reached.includes(suite)).map(({ name }) => name);
  console.log(`${files.length} file${files.length === 1 ? '' : 's'} changed since ${base.slice(0, 12)}.`);
  if (leftOut.length > 0) console.log(`No change reaches: ${leftOut.join(', ')}`);
  return reached;
}

async function runSuites(run: Run, selection: Selection): Promise<number> {
  const { suites, grep, repeat, changes } = selection;
  const startedAt = performance.now();
  const chromium = suites.some((suite) => suite.kind === 'browser') ? await requireChromium() : undefined;
  const ports = await findFreePorts();
  const stack = new TestStack(run, ports, serverUrl(ports.hosting));
  const runInOrder = async (part: readonly Suite[]) => {
    const finished: FinishedSuite[] = [];
    for (const suite of part) {
      const suiteStartedAt = performance.now();
      process.stdout.write(`....  ${suite.name}\n`);
      const reach = changes === undefined ? 'all' : reachOf(suite, changes.files);
      const result = await runSuite({ run, suite, stack, reach, grep, repeat, chromium });
      if (run.isEnding) return finished;
      const milliseconds = performance.now() - suiteStartedAt;
      if (result.failed > 0) {
        printFailure(suite, result, stack);
        if (suite.kind === 'browser') await archiveFailure(suite, result, stack);
      }
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
  const file = projectPath('test-results', `${suite.name}.log`);
  mkdirSync(projectPath('test-results'), { recursive: true });
  writeFileSync(file, `${result.output}\n\n--- servers ---\n${stack.output()}`);
  console.log(result.output);
  console.log(`(the output of the servers is in test-results/${suite.name}.log)`);
}

/** Leaves one zip of the failure for Studio. It must not hide the failure itself: why it cannot be written is printed. */
async function archiveFailure(suite: Suite, result: SuiteResult, stack: TestStack): Promise<void> {
  const file = projectPath('test-results', `${suite.name}-failure.zip`);
  try {
    await writeFailureArchive({
      file,
      projectId: projectId(),
      eventLogPort: stack.ports.eventLog,
      data: await exportData(stack.dataPorts()),
      output: `${result.output}\n\n--- servers ---\n${stack.output()}`,
      playwrightFolder: projectPath('test-results', suite.name),
    });
    console.log(
      `(${commandText('studio', `test-results/${suite.name}-failure.zip`)} shows its traces and documents)`,
    );
  } catch (error) {
    console.log(`(no ${file}: ${(error as Error).message})`);
  }
}

/** Prints what each suite ran; returns the exit code. */
function printSummary(
  finished: readonly FinishedSuite[],
  selection: Selection,
  milliseconds: number,
): number {
  const { grep, named, changes } = selection;
  console.log(`\nSummary${grep === undefined ? '' : ` (--grep "${grep}")`}:`);
  for (const { suite, result, milliseconds: took } of finished) {
    console.log(`${formatSuiteResult(suite.name, result, took)}   ${suite.summary}`);
  }
  printTests(finished);
  const total = sumCounts(finished.map(({ result }) => result));
  console.log(`All suites took ${(milliseconds / 1000).toFixed(0)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  const empty = finished.filter(({ result }) => ranNothing(result)).map(({ suite }) => suite.name);
  if (changes === undefined && empty.length > 0 && (named || grep === undefined || ranNothing(total))) {
    const what = grep === undefined ? 'No test was found' : `--grep "${grep}" matches no test`;
    throw new UserError(`${what} in: ${empty.join(', ')}`);
  }
  return total.failed === 0 ? 0 : 1;
}

/** Prints the tests that were skipped, and the slowest ones. */
function printTests(finished: readonly FinishedSuite[]): void {
  const skipped = finished.flatMap(({ suite, result }) => formatSkipped(suite.name, result.skippedTitles));
  if (skipped.length > 0) console.log(`\nSkipped tests:\n${skipped.join('\n')}`);
  const timings = finished.map(({ suite, result }) => ({ suite: suite.name, timings: result.timings }));
  const slowest = formatSlowest(timings, SLOWEST_SHOWN);
  if (slowest.length > 0) console.log(`\nSlowest tests:\n${slowest.join('\n')}\n`);
}
