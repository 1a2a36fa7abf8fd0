// Owns `npm run reset`: the running stack back to the sample catalogue and the test accounts.

import { withTriggersOff } from '../emulators/background-triggers.ts';
import { serverUrl, stackEnvironment } from '../environment.ts';
import { Run } from '../processes/run.ts';
import { requireRunning } from '../running-stack.ts';
import { resetData } from '../shop/reset-data.ts';
import type { Command } from './command.ts';

export const reset: Command = {
  summary: 'bring the running shop back to the sample catalogue and the two test accounts',
  usage: 'npm run reset -- [--port-offset N]',
  flags: { 'port-offset': 'number' },
  words: 0,
  async run(invocation) {
    const { ports } = requireRunning(invocation.number('port-offset'));
    const run = new Run();
    const startedAt = performance.now();
    try {
      const environment = stackEnvironment({ ports, shopUrl: serverUrl(ports.shop), shopify: false });
      await withTriggersOff(ports, () => resetData(run, ports, environment));
    } finally {
      await run.end();
    }
    console.log(
      `Reset in ${Math.round(performance.now() - startedAt)} ms: sample catalogue and test accounts only.`,
    );
    return 0;
  },
};
