// Owns `npm run snapshot`: keeps and restores everything that the running stack knows, under a name.
import { readdirSync } from 'node:fs';
import { Complaint } from '../complaint.ts';
import { withTriggersOff } from '../emulators/background-triggers.ts';
import { inState } from '../repository.ts';
import { requireRunning } from '../running-stack.ts';
import { clearData } from '../shop/reset-data.ts';
import { readSnapshot, writeSnapshot } from '../shop/snapshot-file.ts';
import { loadState, saveState } from '../shop/stack-state.ts';
import type { Command } from './command.ts';

const NAME = /^[\w.-]{1,64}$/;

export const snapshot: Command = {
  summary: 'save or load the running shop: all documents and accounts',
  usage: 'npm run snapshot -- save|load NAME, or list [--port-offset N]',
  flags: { 'port-offset': 'number' },
  words: 2,
  async run(invocation) {
    const [action, name] = invocation.words;
    if (action === 'list') return list();
    if ((action !== 'save' && action !== 'load') || name === undefined || !NAME.test(name)) {
      throw new Complaint('Say what to do with which snapshot', `Usage: ${snapshot.usage}`);
    }
    const file = inState('snapshots', `${name}.json`);
    const { ports } = requireRunning(invocation.number('port-offset'));
    const startedAt = performance.now();
    const state = action === 'save' ? await saveState(ports) : readSnapshot(file);
    if (action === 'save') writeSnapshot(file, state);
    else {
      await withTriggersOff(ports, async () => {
        await clearData(ports);
        await loadState(ports, state);
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
    for (const file of readdirSync(inState('snapshots'))) console.log(file.replace(/\.json$/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log('There are no snapshots yet.');
  }
  return 0;
}
