// Owns `npm run screenshots`: every route of the shop as a picture, into the ignored folder screenshots/.

import type { Command } from '../cli/command.ts';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { Run } from '../processes/run.ts';
import { requireChromium } from '../testing/chromium.ts';
import { runPlaywright } from '../testing/playwright-suite.ts';
import { TestStack } from '../testing/test-stack.ts';

export const screenshots: Command = {
  summary: 'write a picture of every route into screenshots/',
  usage: 'npm run screenshots',
  flags: { grep: 'string' },
  positionals: 0,
  async run(invocation) {
    const chromium = await requireChromium();
    const run = new Run();
    try {
      const ports = await findFreePorts();
      const stack = new TestStack(run, ports, serverUrl(ports.hosting));
      const env = { ...(await stack.ready()), SAVEPOINT_SCREENSHOTS: repositoryPath('screenshots') };
      const result = await runPlaywright(run, { chromium, grep: invocation.text('grep'), env });
      console.log(result.output);
      console.log(`${result.passed} passed, ${result.failed} failed`);
      return result.failed === 0 ? 0 : 1;
    } finally {
      await run.end();
    }
  },
};
