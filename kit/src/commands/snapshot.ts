// Owns `npm run snapshot`: keeps and restores everything that the running stack knows, under a name.
import { readdirSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { statePath } from '../config/repository.ts';
import { clearData } from '../data/reset-data.ts';
import { readSnapshot, writeSnapshot } from '../data/snapshot-file.ts';
import { exportData, importData } from '../data/stack-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

const NAME = /^[\w.-]{1,64}$/;

export const snapshot: Command = {
  summary: 'save or load the running shop: all documents and accounts',
  usage: 'npm run snapshot -- save|load NAME, or list [--port-offset N]',
  flags: { 'port-offset': 'number' },
  positionals: 2,
  async run(invocation) {
    const [action, name] = invocation.positionals;
    if (action === 'list') return list();
    if ((action !== 'save' && action !== 'load') || name === undefined || !NAME.test(name)) {
      throw new UserError('Say what to do with which snapshot', `Usage: ${snapshot.usage}`);
    }
    const file = statePath('snapshots', `${name}.json`);
    const { ports } = getRunningStack(invocation.number('port-offset'));
    const startedAt = performance.now();
    const state = action === 'save' ? await exportData(ports) : readSnapshot(file);
    if (action === 'save') writeSnapshot(file, state);
    else {
      await withTriggersDisabled(ports, async () => {
        await clearData(ports);
        await importData(ports, state);
      });
    }
    const took = Math.round(performance.now() - startedAt);
    console.log(
      `${action === 'save' ? 'Saved' : 'Loaded'} ${state.documents.length} documents and ${state.accounts.length} accounts in ${took} ms.`,
    );
    return 0;
  },
};

function list(): number {
  try {
    for (const file of readdirSync(statePath('snapshots'))) console.log(file.replace(/\.json$/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log('There are no snapshots yet.');
  }
  return 0;
}
