// Parses firebase-tools' `emulators:` commands that run emulators, like firebase-tools itself.
import { CommanderError, Command as Parser } from 'commander';
import { UserError } from 'savepoint-stack/user-error';

/** Flags of all firebase-tools commands, named as in its help. */
const GLOBAL_FLAGS = [
  '-P, --project <alias_or_project_id>',
  '--account <email>',
  '-j, --json',
  '--token <token>',
  '--non-interactive',
  '-i, --interactive',
  '--debug',
  '-c, --config <path>',
];
const START_FLAGS = [
  '--only <emulators>',
  '--inspect-functions [port]',
  '--import [dir]',
  '--export-on-exit [dir]',
  '--log-verbosity <verbosity>',
];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'emulators:exec <script>': [...START_FLAGS, '--ui'],
  'emulators:start': START_FLAGS,
  'emulators:export <path>': ['--only <emulators>', '-f, --force'],
};
const NAMES = Object.keys(COMMANDS).map((usage) => usage.split(' ', 1)[0] as string);

/** The value of a flag; true if it was given without a value. */
type FlagValue = string | true | undefined;

/** A parsed `emulators:` command. */
export interface EmulatorsCommand {
  readonly name: string;
  /** The script or the path. */
  readonly argument: string;
  readonly flags: {
    readonly project?: string;
    readonly config?: string;
    readonly json?: true;
    readonly only?: string;
    readonly inspectFunctions?: FlagValue;
    readonly import?: FlagValue;
    readonly exportOnExit?: FlagValue;
    readonly logVerbosity?: string;
    readonly ui?: true;
    readonly force?: true;
  };
}

/** All flags of a command as defined by firebase-tools, for a test that compares them. */
export function flagsOfEmulatorsCommand(name: string): readonly string[] {
  const [, flags = []] = Object.entries(COMMANDS).find(([usage]) => usage.split(' ')[0] === name) ?? [];
  return [...GLOBAL_FLAGS, ...flags];
}

/**
 * Parses a command line of firebase-tools. Returns undefined for its other commands.
 * @throws UserError for an unknown flag, or a missing or extra argument
 */
export function parseEmulatorsCommand(args: readonly string[]): EmulatorsCommand | undefined {
  let parsed: EmulatorsCommand | undefined;
  const program = withFlags(new Parser('firebase').helpCommand(false), GLOBAL_FLAGS);
  for (const [usage, flags] of Object.entries(COMMANDS)) {
    const command = withFlags(program.command(usage), flags);
    command.action((...values: unknown[]) => {
      const argument = usage.includes('<') ? String(values[0]) : '';
      parsed = { name: command.name(), argument, flags: command.optsWithGlobals() };
    });
  }
  // This excludes `help emulators:start`.
  if (!NAMES.includes(program.parseOptions([...args]).operands[0] ?? '')) return undefined;
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const text = error.message.replace(/^error: /, '');
    throw new UserError(`firebase ${args.join(' ')}: ${text}`, 'See: firebase help COMMAND');
  }
  return parsed;
}

function withFlags(parser: Parser, flags: readonly string[]): Parser {
  for (const flag of flags) parser.option(flag);
  return parser
    .helpOption(false)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
}
