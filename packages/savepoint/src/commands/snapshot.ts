import { existsSync } from 'node:fs';
import { statePath } from 'savepoint-stack/config/project';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { listSnapshots } from 'savepoint-stack/data/snapshot-file';
import { findRunningStack } from 'savepoint-stack/stack/running-stacks';
import { transferStackData } from 'savepoint-stack/stack/server-control';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { confirm } from '../cli/confirm.ts';
import { selectionOf } from './stack-selection.ts';

const ACTIONS = ['save', 'load', 'list'];
const NAME = /^\w[\w.-]{0,63}$/;

/** `snapshot`: saves and restores all data of the running stack under a name. */
export const snapshot: Command = {
  summary: 'save or load all data, accounts and files of the running stack',
  usage: 'save|load NAME [--force], or list [--stack NAME]',
  flags: {
    force: { type: 'boolean', description: 'save over a snapshot of this name without a question' },
    stack: STACK,
    'port-offset': PORT_OFFSET,
  },
  maxPositionals: 2,
  async run(invocation, folder) {
    const [action, name] = invocation.positionals;
    const usage = `Usage: ${invocation.usage}`;
    if (action === undefined) throw new UserError('Expected an action: save, load or list', usage);
    if (!ACTIONS.includes(action)) throw unknownName('action', action, ACTIONS, usage);
    if (action === 'list') return list(folder);
    if (name === undefined || !NAME.test(name)) {
      throw new UserError(
        'Expected a snapshot name of letters, digits, ".", "_" and "-", with no "." or "-" in front',
        usage,
      );
    }
    const file = statePath(folder, 'snapshots', `${name}.json`);
    const stack = findRunningStack(folder, selectionOf(invocation));
    const overwrites = action === 'save' && existsSync(file) && !invocation.flag('force');
    if (overwrites && !(await confirmOverwriting(name))) return 1;
    const startedAt = performance.now();
    const [request, done] = action === 'save' ? (['save', 'Saved'] as const) : (['load', 'Loaded'] as const);
    const { documents, accounts, files, values } = await transferStackData(stack.control, request, file);
    const took = Math.round(performance.now() - startedAt);
    const counts = [
      counted(documents, 'document'),
      ...(values > 0 ? [`${counted(values, 'value')} of the Realtime Database`] : []),
      counted(accounts, 'account'),
    ].join(', ');
    console.log(`${done} ${counts} and ${counted(files, 'file')} in ${took} ms.`);
    return 0;
  },
};

function confirmOverwriting(name: string): Promise<boolean> {
  return confirm({
    reason: `There is a snapshot "${name}" already`,
    question: 'Overwrite it?',
    remedy: 'Choose another name, or pass --force to overwrite it.',
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function list(folder: string): number {
  const names = listSnapshots(statePath(folder, 'snapshots'));
  for (const name of names) console.log(name);
  if (names.length === 0) console.log('There are no snapshots yet.');
  return 0;
}
