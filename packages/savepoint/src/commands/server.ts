import { unknownName } from 'savepoint-stack/config/unknown-name';
import { findRunningStack } from 'savepoint-stack/stack/running-stacks';
import { changeServer, readServers, SERVER_ACTIONS } from 'savepoint-stack/stack/server-control';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

const ACTIONS = [...SERVER_ACTIONS, 'list'];

/** `server`: stops and starts individual servers of the running stack. */
export const server: Command = {
  summary: 'stop, start or restart one server of the running stack',
  usage: 'stop|start|restart NAME, or list [--stack NAME]',
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 2,
  notes: [
    'Auth, Functions, Hosting and Storage are one server, firebase-tools: each of these names stops or starts all of them.',
    'A stop keeps documents, accounts and files for the next start. A server that has exited by itself starts without what it stored.',
  ],
  async run(invocation, folder) {
    const [action, name] = invocation.positionals;
    const usage = `Usage: ${invocation.usage}`;
    if (action === undefined) {
      throw new UserError('Expected an action: stop, start, restart or list', usage);
    }
    if (!ACTIONS.includes(action)) throw unknownName('action', action, ACTIONS, usage);
    const { control, ports } = findRunningStack(folder, selectionOf(invocation));
    if (action === 'list') {
      for (const each of await readServers(control)) {
        const port = String(ports[each.ports[0] ?? each.name]);
        const note = each.note === undefined ? '' : `. ${each.note}`;
        console.log(`${each.name.padEnd(14)} ${port.padEnd(6)} ${each.problem ?? each.state}${note}`);
      }
      return 0;
    }
    if (name === undefined) throw new UserError('Expected the name of a server', usage);
    console.log(await changeServer(control, name, action));
    return 0;
  },
};
