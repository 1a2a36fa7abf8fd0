import { serverUrl } from 'savepoint-stack/config/environment';
import { listFunctions } from 'savepoint-stack/emulators/loaded-functions';
import { findRunningStack } from 'savepoint-stack/stack/running-stacks';
import { type ClaimedStack, StackRegistry } from 'savepoint-stack/stack/stack-registry';
import type { Command } from '../cli/command.ts';
import { type Invocation, STACK } from '../cli/command-line.ts';

/** `list`: lists this user's stacks in all folders, or the functions of one stack. */
export const list: Command = {
  summary: 'list the running stacks of this machine, and the names that keep their ports',
  usage: '[--json] [--forget]  (or --functions [--stack NAME] [--json])',
  flags: {
    functions: { type: 'boolean', description: 'list the functions of a running stack, with their URLs' },
    stack: STACK,
    json: { type: 'boolean', description: 'print JSON, with all ports' },
    forget: { type: 'boolean', description: 'first forget the names of stopped stacks and free their ports' },
  },
  async run(invocation, folder) {
    if (invocation.flag('functions')) return listStackFunctions(invocation, folder);
    const registry = new StackRegistry();
    if (invocation.flag('forget')) registry.forgetStopped();
    const stacks = registry.list().map((record) => ({ ...record, state: stateOf(registry, record) }));
    if (invocation.flag('json')) {
      const rows = stacks.map(({ name, state, folder, ports, process, startedAt }) => {
        const running = state === 'stopped' ? {} : { pid: process.pid, startedAt };
        return { name, state, folder, ports, ...running };
      });
      console.log(JSON.stringify(rows, null, 2));
    } else {
      const shown = stacks.filter((stack) => stack.state !== 'stopped' || stack.folder === folder);
      const others = stacks.length - shown.length;
      console.log(shown.length === 0 ? 'There are no stacks.' : formatStacks(shown));
      if (others > 0)
        console.log(`Stopped stacks of other folders: ${others}. --json lists them, --forget forgets them.`);
    }
    return 0;
  },
};

async function listStackFunctions(invocation: Invocation, folder: string): Promise<number> {
  const stack = findRunningStack(folder, { name: invocation.text('stack') });
  const { loaded, unloaded } = await listFunctions({ id: stack.projectId }, stack);
  if (invocation.flag('json')) console.log(JSON.stringify({ loaded, unloaded }, null, 2));
  else {
    const rows = loaded.map(({ name, trigger, url = '' }) => [name, trigger, url]);
    const lines = unloaded.map(({ reason, remedy }) => `Not loaded: ${reason}. ${remedy}`);
    const table = rows.length === 0 ? 'No functions are loaded.' : formatTable(rows);
    console.log([table, ...lines].join('\n'));
  }
  return 0;
}

type State = 'ready' | 'starting' | 'stopped';

function stateOf(registry: StackRegistry, record: ClaimedStack): State {
  if (!registry.isRunning(record)) return 'stopped';
  return record.isReady ? 'ready' : 'starting';
}

function formatStacks(stacks: readonly (ClaimedStack & { readonly state: State })[]): string {
  const rows = stacks.map(({ name, state, folder, ports, page = 'hub', process }) => [
    name,
    state,
    serverUrl(ports[page] ?? 0),
    state === 'stopped' ? '' : `process ${process.pid}`,
    folder,
  ]);
  return formatTable(rows);
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
