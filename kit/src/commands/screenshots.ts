import type { Command } from '../cli/command.ts';
import { ALLOW_OUTBOUND } from '../cli/command-line.ts';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { allowOutbound } from '../processes/outbound-guard.ts';
import { Run } from '../processes/run.ts';
import { requireChromium } from '../testing/chromium.ts';
import { runPlaywright } from '../testing/playwright-suite.ts';
import { TestStack } from '../testing/test-stack.ts';
import { UserError } from '../user-error.ts';

/** `npm run screenshots`: an image of every route of the shop, written to screenshots/, which git ignores. */
export const screenshots: Command = {
  summary: 'write a screenshot of every route into screenshots/',
  usage: 'npm run screenshots -- [--grep PATTERN]',
  flags: {
    grep: {
      type: 'string',
      value: 'PATTERN',
      description: 'only routes whose title matches the regular expression',
    },
    'allow-outbound': ALLOW_OUTBOUND,
  },
  async run(invocation) {
    allowOutbound(invocation.text('allow-outbound'));
    const chromium = await requireChromium();
    const grep = invocation.text('grep');
    const run = new Run();
    try {
      const ports = await findFreePorts();
      const stack = new TestStack(run, ports, serverUrl(ports.hosting));
      const env = { ...(await stack.ready()), SAVEPOINT_SCREENSHOTS: repositoryPath('screenshots') };
      const result = await runPlaywright(run, { chromium, grep, env });
      console.log(result.output);
      if (result.passed + result.failed === 0) throw new UserError(`--grep "${grep}" matches no route`);
      console.log(`${result.passed} passed, ${result.failed} failed`);
      return result.failed === 0 ? 0 : 1;
    } finally {
      await run.end();
    }
  },
};
