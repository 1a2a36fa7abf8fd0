import { readdirSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';
import { unknownName } from '../cli/unknown-name.ts';
import type { Ports } from '../config/ports.ts';
import { statePath } from '../config/repository.ts';
import { clearData } from '../data/reset-data.ts';
import { readSnapshot, writeSnapshot } from '../data/snapshot-file.ts';
import { exportData, importData, type StackData } from '../data/stack-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

const ACTIONS = ['save', 'load', 'list'];
const NAME = /^[\w.-]{1,64}$/;

/** `npm run snapshot`: saves and restores all data of the running stack under a name. */
export const snapshot: Command = {
  summary: 'save or load all documents and accounts of the running shop',
  usage: 'npm run snapshot -- save|load NAME, or list [--port-offset N]',
  flags: { 'port-offset': PORT_OFFSET },
  maxPositionals: 2,
  async run(invocation) {
    const [action, name] = invocation.positionals;
    const usage = `Usage: ${snapshot.usage}`;
    if (action === undefined) throw new UserError('Expected an action: save, load or list', usage);
    if (!ACTIONS.includes(action)) throw unknownName('action', action, ACTIONS, usage);
    if (action === 'list') return list();
    if (name === undefined || !NAME.test(name)) {
      throw new UserError('Expected a snapshot name of letters, digits, ".", "_" and "-"', usage);
    }
    const file = statePath('snapshots', `${name}.json`);
    const { ports } = getRunningStack(invocation.number('port-offset'));
    const startedAt = performance.now();
    const { documents, accounts } = action === 'save' ? await save(ports, file) : await load(ports, file);
    const took = Math.round(performance.now() - startedAt);
    console.log(
      `${action === 'save' ? 'Saved' : 'Loaded'} ${documents.length} documents and ${accounts.length} accounts in ${took} ms.`,
    );
    return 0;
  },
};

async function save(ports: Ports, file: string): Promise<StackData> {
  const data = await exportData(ports);
  writeSnapshot(file, data);
  return data;
}

async function load(ports: Ports, file: string): Promise<StackData> {
  const data = readSnapshot(file);
  await withTriggersDisabled(ports, async () => {
    await clearData(ports);
    await importData(ports, data);
  });
  return data;
}

function list(): number {
  try {
    for (const file of readdirSync(statePath('snapshots'))) console.log(file.replace(/\.json$/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log('There are no snapshots yet.');
  }
  return 0;
}
