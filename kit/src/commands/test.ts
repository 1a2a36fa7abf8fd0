// Owns `npm test`: every suite against a stack of its own on free ports, so that it can run beside `npm start`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Complaint } from '../complaint.ts';
import { serverUrl } from '../environment.ts';
import { freePorts } from '../ports.ts';
import { Run } from '../processes/run.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { inRepository } from '../repository.ts';
import { requireChromium } from '../testing/browser.ts';
import { runSuite } from '../testing/run-suite.ts';
import { resultLine, type Suite, sum, type Tally } from '../testing/suite.ts';
import { chooseSuites } from '../testing/suites.ts';
import { TestStack } from '../testing/test-stack.ts';
import type { Command } from './command.ts';

export const test: Command = {
  summary: 'run all suites, or the named ones',
  usage: 'npm test -- [SUITE ...] [--grep TEXT]',
  flags: { grep: 'string' },
  words: 20,
  async run(invocation) {
    const suites = chooseSuites(invocation.words);
    const run = new Run();
    const stopped = untilStopped().then(() => {
      throw new Complaint('Stopped', 'Nothing is left running.');
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
  const ports = await freePorts();
  const stack = new TestStack(run, ports, serverUrl(ports.hosting));
  const runInOrder = async (part: readonly Suite[]) => {
    const tallies: Tally[] = [];
    for (const suite of part) {
      const suiteStartedAt = performance.now();
      process.stdout.write(`....  ${suite.name}\n`);
      const result = await runSuite({ run, suite, stack, grep, chromium });
      if (result.failed > 0) {
        keepOutput(suite.name, `${result.output}\n\n--- servers ---\n${stack.output()}`);
        console.log(result.output);
        console.log(`(the servers' output is in test-results/${suite.name}.log)`);
      }
      console.log(resultLine(suite.name, result, performance.now() - suiteStartedAt));
      tallies.push(result);
    }
    return tallies;
  };
  const tallies = await Promise.all([
    runInOrder(suites.filter(({ standsAlone }) => !standsAlone)),
    runInOrder(suites.filter(({ standsAlone }) => standsAlone)),
  ]);
  stack.stop();
  const total = sum(tallies.flat());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`\nAll suites took ${seconds} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function keepOutput(suite: string, output: string): void {
  mkdirSync(inRepository('test-results'), { recursive: true });
  writeFileSync(inRepository('test-results', `${suite}.log`), output);
}
