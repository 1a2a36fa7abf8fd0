// Runs a command line: prints a UserError as one line, and turns the outcome into an exit code.
import type { Command } from './cli/command.ts';
import { parseInvocation, requestsHelp } from './cli/command-line.ts';
import { formatCommandHelp, formatCommandList } from './cli/help.ts';
import { unknownName } from './cli/unknown-name.ts';
import { configuredCommands } from './config/project.ts';
import { UserError } from './user-error.ts';

/** Commands are imported when they run, because the imports of all of them take longer than most of them. */
const OWN_COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  exec: async () => (await import('./commands/exec.ts')).exec,
  reset: async () => (await import('./commands/reset.ts')).reset,
  seed: async () => (await import('./commands/seed.ts')).seed,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshot,
  server: async () => (await import('./commands/server.ts')).server,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  schedule: async () => (await import('./commands/schedule.ts')).schedule,
  list: async () => (await import('./commands/list.ts')).list,
  stop: async () => (await import('./commands/stop.ts')).stop,
  trace: async () => (await import('./commands/event-log.ts')).trace,
  query: async () => (await import('./commands/event-log.ts')).query,
  explain: async () => (await import('./commands/event-log.ts')).explain,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  advise: async () => (await import('./commands/advise.ts')).advise,
  studio: async () => (await import('./commands/studio.ts')).studio,
  logs: async () => (await import('./commands/event-log.ts')).logs,
  deploy: async () => (await import('./commands/deploy.ts')).deploy,
  'bench-start': async () => (await import('./commands/bench-start.ts')).benchStart,
};

/** The commands of the kit, and those that the configuration of the project adds; it cannot replace one of the kit. */
const COMMANDS = { ...OWN_COMMANDS, ...projectCommands(), ...OWN_COMMANDS };

function projectCommands(): Record<string, () => Promise<Command>> {
  return Object.fromEntries(
    Object.entries(configuredCommands()).map(([name, config]) => [
      name,
      async () => (await import('./commands/project-command.ts')).projectCommand(name, config),
    ]),
  );
}

/** Resolves with the exit code. An error is printed. */
export async function runCommand(commandLine: readonly string[]): Promise<number> {
  try {
    return await run(commandLine);
  } catch (error) {
    if (error instanceof UserError) console.error(`savepoint: ${error.message}`);
    else console.error(error);
    return 1;
  }
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    throw new UserError(`Expected a command: ${Object.keys(COMMANDS).join(', ')}`, 'See: savepoint help');
  }
  if (name === 'help' || requestsHelp([name])) return printHelp(args.find((each) => !each.startsWith('-')));
  const command = await loadCommand(name);
  if (requestsHelp(args)) return printHelp(name);
  return command.run(parseInvocation(command, args));
}

async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    throw unknownName('command', name, [...Object.keys(COMMANDS), 'help'], 'See: savepoint help');
  }
  return load();
}

async function printHelp(name: string | undefined): Promise<number> {
  if (name !== undefined) console.log(formatCommandHelp(await loadCommand(name)));
  else {
    const loaded = Object.entries(COMMANDS).map(async ([key, load]) => [key, await load()] as const);
    console.log(formatCommandList(Object.fromEntries(await Promise.all(loaded))));
  }
  return 0;
}
