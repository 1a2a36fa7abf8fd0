// Owns `npm run reset`: the running stack back to the sample catalogue and the test accounts.

import type { Command } from '../cli/command.ts';
import { serverUrl, stackEnvironment } from '../config/environment.ts';
import { resetData } from '../data/reset-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { Run } from '../processes/run.ts';
import { getRunningStack } from '../stack/running-stacks.ts';

export const reset: Command = {
  summary: 'bring the running shop back to the sample catalogue and the two test accounts',
  usage: 'npm run reset -- [--port-offset N]',
  flags: { 'port-offset': 'number' },
  positionals: 0,
  async run(invocation) {
    const { ports } = getRunningStack(invocation.number('port-offset'));
    const run = new Run();
    const startedAt = performance.now();
    try {
      const environment = stackEnvironment({ ports, shopUrl: serverUrl(ports.shop), shopify: false });
      await withTriggersDisabled(ports, () => resetData(run, ports, environment));
    } finally {
      await run.end();
    }
    console.log(
      `Reset in ${Math.round(performance.now() - startedAt)} ms: sample catalogue and test accounts only.`,
    );
    return 0;
  },
};
