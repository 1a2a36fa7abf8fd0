import { readdirSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { unknownName } from '../cli/unknown-name.ts';
import { commandText, statePath } from '../config/project.ts';
import { clearData, dataPorts, type StackRecord } from '../data/reset-data.ts';
import { readSnapshot, writeSnapshot } from '../data/snapshot-file.ts';
import { exportData, importData, type StackData } from '../data/stack-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';
import { selectionOf } from './stack-selection.ts';

const ACTIONS = ['save', 'load', 'list'];
const NAME = /^\w[\w.-]{0,63}$/;

/** `snapshot`: saves and restores all data of the running stack under a name. */
export const snapshot: Command = {
  summary: 'save or load all documents, accounts and files of the running stack',
  usage: commandText('snapshot', 'save|load NAME, or list [--stack NAME]'),
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 2,
  async run(invocation) {
    const [action, name] = invocation.positionals;
    const usage = `Usage: ${snapshot.usage}`;
    if (action === undefined) throw new UserError('Expected an action: save, load or list', usage);
    if (!ACTIONS.includes(action)) throw unknownName('action', action, ACTIONS, usage);
    if (action === 'list') return list();
    if (name === undefined || !NAME.test(name)) {
      throw new UserError(
        'Expected a snapshot name of letters, digits, ".", "_" and "-", with no "." or "-" in front',
        usage,
      );
    }
    const file = statePath('snapshots', `${name}.json`);
    const stack = getRunningStack(selectionOf(invocation));
    const startedAt = performance.now();
    const { documents, accounts, objects } =
      action === 'save' ? await save(stack, file) : await load(stack, file);
    const took = Math.round(performance.now() - startedAt);
    console.log(
      `${action === 'save' ? 'Saved' : 'Loaded'} ${documents.length} documents, ${accounts.length} accounts and ${objects.length} files in ${took} ms.`,
    );
    return 0;
  },
};

async function save(stack: StackRecord, file: string): Promise<StackData> {
  const data = await exportData(dataPorts(stack));
  writeSnapshot(file, data);
  return data;
}

async function load(stack: StackRecord, file: string): Promise<StackData> {
  const data = readSnapshot(file);
  await withTriggersDisabled(stack, async () => {
    await clearData(dataPorts(stack));
    await importData(dataPorts(stack), data);
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
