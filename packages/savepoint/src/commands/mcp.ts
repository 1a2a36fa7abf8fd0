import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/** `savepoint mcp`: serves the tools of the running stack to a coding agent. */
export const mcp: Command = {
  summary: 'serve the running stack to a coding agent (MCP over standard input and output)',
  usage: '[--stack NAME]',
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  notes: [
    'Tools: read_data, write_data, list_collections, list_accounts, read_realtime, write_realtime,',
    '       list_functions, run_function, explain_denial, read_trace, read_logs, query_recording,',
    '       advise, snapshot, reset, schedule.',
    'The stack may start and stop meanwhile: tools report when no stack is running.',
  ],
  async run(invocation, folder) {
    const selection = selectionOf(invocation);
    const { name, offset } = selection;
    // Loaded only by this command: loading the SDK takes longer than running most commands.
    const { serveMcp } = await import('../agents/mcp-server.ts');
    await serveMcp({
      stack: () => findRunningStack(folder, selection),
      projectOf: (stack) => openProjectOf(folder, stack),
      stackFlags: [
        ...(name === undefined ? [] : ['--stack', name]),
        ...(offset === undefined ? [] : ['--port-offset', String(offset)]),
      ],
    });
    return 0;
  },
};
