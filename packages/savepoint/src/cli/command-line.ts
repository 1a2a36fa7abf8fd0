import { CommanderError, Option, Command as Parser } from 'commander';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { UserError } from 'savepoint-stack/user-error';

export interface FlagSpec {
  readonly type: 'boolean' | 'string' | 'number';
  /** The letter of the short form: `P` for `-P`. */
  readonly short?: string;
  /** Placeholder for the value in help, such as `N` or `HOST,...`; absent for booleans. */
  readonly value?: string;
  /** If true, the value may be omitted; it is then the empty string. */
  readonly isValueOptional?: boolean;
  readonly description: string;
}

export interface CommandSpec {
  /** The command as typed: `npm run snapshot -- save|load NAME [flags]`. */
  readonly usage: string;
  readonly flags: Readonly<Record<string, FlagSpec>>;
  /** The maximum number of positional arguments. Default 0. */
  readonly maxPositionals?: number;
  /** Lines below the flags in the help. */
  readonly notes?: readonly string[];
}

/** Parsed arguments of one command. */
export interface Invocation {
  /** The command line with its flags. */
  readonly usage: string;
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** Flags that several commands share. */
export const PORT_OFFSET: FlagSpec = {
  type: 'number',
  value: 'N',
  description: 'port offset of the stack (default 0)',
};
export const PROJECT: FlagSpec = {
  type: 'string',
  short: 'P',
  value: 'ID',
  description: 'project, by id or alias (default of savepoint.config.ts, .firebaserc, or demo-FOLDER)',
};
export const STACK: FlagSpec = {
  type: 'string',
  value: 'NAME',
  description: 'name of the stack (default: that of this folder)',
};
export const ALLOW_OUTBOUND: FlagSpec = {
  type: 'string',
  value: 'HOST,...',
  description: 'hosts that processes may connect to in addition to this machine (default none)',
};
export const ALLOW_ORIGIN: FlagSpec = {
  type: 'string',
  value: 'ORIGIN,...',
  description: 'origins whose pages may call the servers in addition to this machine (default none)',
};

/** Returns whether the arguments request help. Arguments after `--` belong to another command. */
export function requestsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args
    .slice(0, end === -1 ? args.length : end)
    .some((argument) => argument === '--help' || argument === '-h');
}

/** Formats a flag for help and errors: `--port-offset N`. */
function formatFlag(name: string, { value, isValueOptional }: FlagSpec): string {
  if (value === undefined) return `--${name}`;
  return `--${name} ${isValueOptional ? `[${value}]` : value}`;
}

/** A parser for a command's flags, which also prints its help. */
export function parserOf({ usage, flags, notes = [] }: CommandSpec, summary = ''): Parser {
  const parser = new Parser()
    .description(summary.charAt(0).toUpperCase() + summary.slice(1))
    .helpOption('-h, --help', 'print this text')
    .configureHelp({
      commandUsage: () => usage,
      optionTerm: ({ flags: text }) => text.replace(/<(.+)>/, '$1'),
      optionDescription: ({ description }) => description,
      styleTitle: (title) => title.replace('Options', 'Flags'),
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  if (notes.length > 0) parser.addHelpText('after', `\n${notes.join('\n')}`);
  for (const [name, flag] of Object.entries(flags)) parser.addOption(optionOf(name, flag, usage));
  return parser;
}

function optionOf(name: string, flag: FlagSpec, usage: string): Option {
  const { short, value, isValueOptional, description } = flag;
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (value === undefined) return new Option(names, description);
  return new Option(isValueOptional ? `${names} [${value}]` : `${names} <${value}>`, description)
    .preset('')
    .argParser((text) => parseValue(name, flag, text, usage));
}

function parseValue(name: string, flag: FlagSpec, text: string, usage: string): string | number {
  if (text.startsWith('--') || (text === '' && !flag.isValueOptional)) throw missingValue(name, flag, usage);
  if (flag.type === 'string') return text;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new UserError(`--${name} expects a whole number, but got "${text}"`, `Usage: ${usage}`);
}

function missingValue(name: string, flag: FlagSpec, usage: string): UserError {
  return new UserError(`--${name} expects a value: ${formatFlag(name, flag)}`, `Usage: ${usage}`);
}

/**
 * Parses the arguments of one command.
 * @throws UserError that names the wrong argument and the expected one
 */
export function parseInvocation(spec: CommandSpec, args: readonly string[]): Invocation {
  const parser = parserOf(spec);
  const { operands, unknown } = parseOptions(parser, spec, args);
  if (unknown[0] !== undefined) throw unknownFlag(spec, unknown[0]);
  const limit = spec.maxPositionals ?? 0;
  if (operands.length > limit) {
    throw new UserError(`Unexpected argument "${operands[limit]}"`, `Usage: ${spec.usage}`);
  }
  const read = (name: string): unknown => {
    const option = parser.options.find(({ long }) => long === `--${name}`);
    return option && parser.getOptionValue(option.attributeName());
  };
  return {
    usage: spec.usage,
    positionals: operands,
    flag: (name) => read(name) === true,
    text: (name) => read(name) as string | undefined,
    number: (name) => read(name) as number | undefined,
  };
}

function parseOptions(parser: Parser, { flags, usage }: CommandSpec, args: readonly string[]) {
  try {
    return parser.parseOptions([...args]);
  } catch (error) {
    // The only error that parseOptions throws: the last argument is a flag without its value.
    const last = args.at(-1) ?? '';
    const named = Object.entries(flags).find(([name, { short }]) =>
      [`--${name}`, `-${short}`].includes(last),
    );
    throw error instanceof CommanderError && named !== undefined ? missingValue(...named, usage) : error;
  }
}

function unknownFlag({ flags, usage }: CommandSpec, argument: string): UserError {
  const [flag = '', ...value] = argument.split('=');
  if (Object.hasOwn(flags, flag.slice(2)) && value.length > 0) {
    return new UserError(`${flag} takes no value, but got "${value.join('=')}"`, `Usage: ${usage}`);
  }
  const known = Object.entries(flags).map(([name, each]) => formatFlag(name, each));
  return unknownName('flag', flag, [...known, '--help'], `Usage: ${usage}`);
}
