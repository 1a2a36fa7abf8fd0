import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';
import { serverUrl, stackEnvironment } from '../config/environment.ts';
import { resetData } from '../data/reset-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { Run } from '../processes/run.ts';
import { getRunningStack } from '../stack/running-stacks.ts';

/** `npm run reset`: returns the running stack to its initial data. */
export const reset: Command = {
  summary: 'reset the running shop to the sample catalogue and the two test accounts',
  usage: 'npm run reset -- [--port-offset N]',
  flags: { 'port-offset': PORT_OFFSET },
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
