// Entry point of every command: runs it, prints a UserError as one line, and turns the outcome into an exit code.
import type { Command } from './cli/command.ts';
import { parseInvocation, requestsHelp } from './cli/command-line.ts';
import { formatCommandHelp, formatCommandList } from './cli/help.ts';
import { unknownName } from './cli/unknown-name.ts';
import { UserError } from './user-error.ts';

/** Commands are imported when they run, because the imports of all of them take longer than most of them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  test: async () => (await import('./commands/test.ts')).test,
  reset: async () => (await import('./commands/reset.ts')).reset,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshot,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  admin: async () => (await import('./commands/admin.ts')).admin,
  schedule: async () => (await import('./commands/schedule.ts')).schedule,
  deploy: async () => (await import('./commands/deploy.ts')).deploy,
  screenshots: async () => (await import('./commands/screenshots.ts')).screenshots,
  'bench-start': async () => (await import('./commands/bench-start.ts')).benchStart,
};

async function main([name, ...args]: readonly string[]): Promise<number> {
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

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UserError) console.error(`savepoint: ${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
process.exit();
