// Runs a command line: prints a UserError as one line, and converts the outcome to an exit code.

import { Command as Parser } from 'commander';
import type { SavepointConfig } from 'savepoint-stack/config/define-config';
import { printableLine } from 'savepoint-stack/config/printable';
import { commandText, findProjectFolder, readConfigForHelp } from 'savepoint-stack/config/project';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from './cli/command.ts';
import { parseInvocation, parserOf, requestsHelp } from './cli/command-line.ts';

/** Imports a command. The configuration may affect its flags. */
type LoadCommand = (config: SavepointConfig) => Promise<Command>;

/**
 * Commands are imported on demand, because importing all of them takes longer than running most of
 * them.
 */
const COMMANDS: Readonly<Record<string, LoadCommand>> = {
  start: async (config) => (await import('./commands/start.ts')).startCommand(config),
  exec: async (config) => (await import('./commands/exec.ts')).execCommand(config),
  run: async () => (await import('./commands/run.ts')).run,
  firebase: async () => (await import('./commands/firebase.ts')).firebase,
  reset: async () => (await import('./commands/reset.ts')).reset,
  seed: async () => (await import('./commands/seed.ts')).seed,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshot,
  server: async () => (await import('./commands/server.ts')).server,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  init: async () => (await import('./commands/init.ts')).init,
  schedule: async () => (await import('./commands/schedule.ts')).schedule,
  list: async () => (await import('./commands/list.ts')).list,
  stop: async () => (await import('./commands/stop.ts')).stop,
  trace: async () => (await import('./commands/event-log.ts')).trace,
  query: async () => (await import('./commands/event-log.ts')).query,
  explain: async () => (await import('./commands/event-log.ts')).explain,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  advise: async () => (await import('./commands/advise.ts')).advise,
  limits: async () => (await import('./commands/limits.ts')).limits,
  studio: async () => (await import('./commands/studio.ts')).studio,
  logs: async () => (await import('./commands/event-log.ts')).logs,
  deploy: async () => (await import('./commands/deploy.ts')).deploy,
};

/** The commands within a project, whose configuration may affect their flags. */
class ProjectCommands {
  readonly #folder: string;
  readonly #config: SavepointConfig;

  constructor(folder: string) {
    this.#folder = folder;
    this.#config = readConfigForHelp(folder);
  }

  get names(): readonly string[] {
    return Object.keys(COMMANDS);
  }

  /** @throws UserError when no command has this name */
  async load(name: string): Promise<Command> {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load === undefined) {
      throw unknownName('command', name, [...this.names, 'help'], 'See: savepoint help');
    }
    const command = await load(this.#config);
    return { ...command, usage: commandText(this.#folder, name, command.usage) };
  }

  async loadAll(): Promise<Readonly<Record<string, Command>>> {
    const loaded = this.names.map(async (name) => [name, await this.load(name)] as const);
    return Object.fromEntries(await Promise.all(loaded));
  }
}

/** Resolves with the exit code. Errors are printed. */
export async function runCommand(commandLine: readonly string[]): Promise<number> {
  try {
    return await run(commandLine);
  } catch (error) {
    if (error instanceof UserError) {
      // The message may quote the response of a server.
      console.error(`savepoint: ${error.message.split('\n').map(printableLine).join('\n')}`);
    } else console.error(error);
    return 1;
  }
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  const folder = findProjectFolder(process.cwd());
  const commands = new ProjectCommands(folder);
  if (name === undefined) {
    throw new UserError(`Expected a command: ${commands.names.join(', ')}`, 'See: savepoint help');
  }
  if (name === 'help' || requestsHelp([name])) {
    return printHelp(
      commands,
      args.find((each) => !each.startsWith('-')),
    );
  }
  const command = await commands.load(name);
  if (requestsHelp(args)) return printHelp(commands, name);
  return command.run(parseInvocation(command, args), folder);
}

async function printHelp(commands: ProjectCommands, name: string | undefined): Promise<number> {
  if (name !== undefined) {
    const command = await commands.load(name);
    parserOf(command, command.summary).outputHelp();
  } else (await parserOfAll(commands)).outputHelp();
  return 0;
}

/** A parser for general help: all commands, one line each. */
async function parserOfAll(commands: ProjectCommands): Promise<Parser> {
  const parser = new Parser('savepoint')
    .usage('COMMAND [flags]')
    .helpOption(false)
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', '\nHelp for one command: savepoint help COMMAND, or the command with --help');
  for (const [name, { summary }] of Object.entries(await commands.loadAll())) {
    parser.command(name).summary(summary);
  }
  return parser;
}
