// Owns `npm test`: every suite against a stack of its own on free ports, so that it can run beside `npm start`.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { Run } from '../processes/run.ts';
import { waitForShutdownSignal } from '../processes/shutdown-signal.ts';
import { requireChromium } from '../testing/chromium.ts';
import { runSuite } from '../testing/run-suite.ts';
import { formatSuiteResult, type Suite, sumCounts, type TestCounts } from '../testing/suite.ts';
import { selectSuites } from '../testing/suites.ts';
import { TestStack } from '../testing/test-stack.ts';
import { UserError } from '../user-error.ts';

export const test: Command = {
  summary: 'run all suites, or the named ones',
  usage: 'npm test -- [SUITE ...] [--grep TEXT]',
  flags: { grep: 'string' },
  positionals: 20,
  async run(invocation) {
    const suites = selectSuites(invocation.positionals);
    const run = new Run();
    const stopped = waitForShutdownSignal().then(() => {
      throw new UserError('Stopped', 'Nothing is left running.');
    });
    stopped.catch(() => undefined);
    try {
      return await Promise.race([runSuites(run, suites, invocation.text('grep')), stopped]);
    } finally {
      await run.end();
    }
  },
};

async function runSuites(run: Run, suites: readonly Suite[], grep: string | undefined): Promise<number> {
  const startedAt = performance.now();
  const chromium = suites.some((suite) => suite.name === 'e2e') ? await requireChromium() : undefined;
  const ports = await findFreePorts();
  const stack = new TestStack(run, ports, serverUrl(ports.hosting));
  const runInOrder = async (part: readonly Suite[]) => {
    const tallies: TestCounts[] = [];
    for (const suite of part) {
      const suiteStartedAt = performance.now();
      process.stdout.write(`....  ${suite.name}\n`);
      const result = await runSuite({ run, suite, stack, grep, chromium });
      if (result.failed > 0) {
        keepOutput(suite.name, `${result.output}\n\n--- servers ---\n${stack.output()}`);
        console.log(result.output);
        console.log(`(the servers' output is in test-results/${suite.name}.log)`);
      }
      console.log(formatSuiteResult(suite.name, result, performance.now() - suiteStartedAt));
      tallies.push(result);
    }
    return tallies;
  };
  const tallies = await Promise.all([
    runInOrder(suites.filter(({ selfContained: selfContained }) => !selfContained)),
    runInOrder(suites.filter(({ selfContained: selfContained }) => selfContained)),
  ]);
  stack.stop();
  const total = sumCounts(tallies.flat());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`\nAll suites took ${seconds} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function keepOutput(suite: string, output: string): void {
  mkdirSync(repositoryPath('test-results'), { recursive: true });
  writeFileSync(repositoryPath('test-results', `${suite}.log`), output);
}
