import { serverUrl } from 'savepoint-stack/config/environment';
import { type ClaimedStack, StackRegistry } from 'savepoint-stack/stack/stack-registry';
import type { Command } from '../cli/command.ts';

/** `list`: the stacks of this user, in all folders. */
export const list: Command = {
  summary: 'list the stacks of this machine that run, and the names that keep their ports',
  usage: '[--json] [--forget]',
  flags: {
    json: { type: 'boolean', description: 'print JSON, with all ports' },
    forget: { type: 'boolean', description: 'first forget the names that do not run, with their ports' },
  },
  async run(invocation) {
    const registry = new StackRegistry();
    if (invocation.flag('forget')) registry.forgetStopped();
    const stacks = registry.list().map((record) => ({ ...record, state: stateOf(registry, record) }));
    if (invocation.flag('json')) {
      const rows = stacks.map(({ name, state, folder, ports, process, startedAt }) => {
        const running = state === 'stopped' ? {} : { pid: process.pid, startedAt };
        return { name, state, folder, ports, ...running };
      });
      console.log(JSON.stringify(rows, null, 2));
    } else console.log(stacks.length === 0 ? 'There are no stacks.' : formatTable(stacks));
    return 0;
  },
};

type State = 'ready' | 'starting' | 'stopped';

function stateOf(registry: StackRegistry, record: ClaimedStack): State {
  if (!registry.isRunning(record)) return 'stopped';
  return record.isReady ? 'ready' : 'starting';
}

function formatTable(stacks: readonly (ClaimedStack & { readonly state: State })[]): string {
  const rows = stacks.map(({ name, state, folder, ports, page = 'hub', process }) => [
    name,
    state,
    serverUrl(ports[page] ?? 0),
    state === 'stopped' ? '' : `process ${process.pid}`,
    folder,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
