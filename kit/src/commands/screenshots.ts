// Owns `npm run screenshots`: every route of the shop as a picture, into the ignored folder screenshots/.
import { serverUrl } from '../environment.ts';
import { freePorts } from '../ports.ts';
import { Run } from '../processes/run.ts';
import { inRepository } from '../repository.ts';
import { requireChromium } from '../testing/browser.ts';
import { runPlaywright } from '../testing/playwright-suite.ts';
import { TestStack } from '../testing/test-stack.ts';
import type { Command } from './command.ts';

export const screenshots: Command = {
  summary: 'write a picture of every route into screenshots/',
  usage: 'npm run screenshots',
  flags: { grep: 'string' },
  words: 0,
  async run(invocation) {
    const chromium = await requireChromium();
    const run = new Run();
    try {
      const ports = await freePorts();
      const stack = new TestStack(run, ports, serverUrl(ports.hosting));
      const env = { ...(await stack.ready()), SAVEPOINT_SCREENSHOTS: inRepository('screenshots') };
      const result = await runPlaywright(run, { chromium, grep: invocation.text('grep'), env });
      console.log(result.output);
      console.log(`${result.passed} passed, ${result.failed} failed`);
      return result.failed === 0 ? 0 : 1;
    } finally {
      await run.end();
    }
  },
};
