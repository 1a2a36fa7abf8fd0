import { parseArgs } from 'node:util';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { UserError } from 'savepoint-stack/user-error';

export interface FlagSpec {
  readonly type: 'boolean' | 'string' | 'number';
  /** Placeholder of the value in the help text, such as `N` or `HOST,...`; absent for booleans. */
  readonly value?: string;
  /** The flag can be given without its value, which is the empty text then. */
  readonly isValueOptional?: boolean;
  readonly description: string;
}

export interface CommandSpec {
  /** The command as it is typed: `npm run snapshot -- save|load NAME [flags]`. */
  readonly usage: string;
  readonly flags: Readonly<Record<string, FlagSpec>>;
  /** The highest number of positional arguments; 0 when absent. */
  readonly maxPositionals?: number;
  /** Lines below the flags in the help text. */
  readonly notes?: readonly string[];
}

/** Parsed arguments of one command. */
export interface Invocation {
  /** How the command is typed. */
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
  value: 'ID',
  description: 'project of the stack, by id or alias (default from savepoint.config.ts, or demo-FOLDER)',
};
export const STACK: FlagSpec = {
  type: 'string',
  value: 'NAME',
  description: 'name of the stack (default the one of this folder)',
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

/** Whether the arguments ask for the help text instead of a run. */
export function requestsHelp(args: readonly string[]): boolean {
  return args.some((argument) => argument === '--help' || argument === '-h');
}

/** `--port-offset N`, as help texts and errors show a flag. */
export function formatFlag(name: string, { value, isValueOptional }: FlagSpec): string {
  if (value === undefined) return `--${name}`;
  return `--${name} ${isValueOptional ? `[${value}]` : value}`;
}

/**
 * Parses the arguments of one command.
 * @throws UserError that names the wrong argument and what was expected
 */
export function parseInvocation(spec: CommandSpec, args: readonly string[]): Invocation {
  const values = new Map<string, string | true>();
  const positionals: string[] = [];
  const { tokens } = parseArgs({
    args: completeFlags(spec, args),
    options: parserOptions(spec),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') values.set(token.name, parseFlag(spec, token));
  }
  const limit = spec.maxPositionals ?? 0;
  if (positionals.length > limit) {
    throw new UserError(`Unexpected argument "${positionals[limit]}"`, `Usage: ${spec.usage}`);
  }
  return {
    usage: spec.usage,
    positionals,
    flag: (name) => values.get(name) === true,
    text: (name) => values.get(name) as string | undefined,
    number: (name) => (values.has(name) ? Number(values.get(name)) : undefined),
  };
}

/**
 * `--flag` as `--flag=` where its value may be left out and none follows: the parser would take the
 * next flag for it.
 */
function completeFlags({ flags }: CommandSpec, args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((argument, index) => {
    const next = args[index + 1];
    const isFlag = argument.startsWith('--') && (end === -1 || index < end);
    if (!isFlag || !flags[argument.slice(2)]?.isValueOptional) return argument;
    return next === undefined || next.startsWith('--') ? `${argument}=` : argument;
  });
}

function parserOptions({ flags }: CommandSpec): Record<string, { type: 'boolean' | 'string' }> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { type }]) => [
      name,
      { type: type === 'boolean' ? 'boolean' : 'string' },
    ]),
  );
}

function parseFlag(
  spec: CommandSpec,
  { name, rawName, value }: { name: string; rawName: string; value?: string | undefined },
): string | true {
  const usage = `Usage: ${spec.usage}`;
  const flag = Object.hasOwn(spec.flags, name) ? spec.flags[name] : undefined;
  if (flag === undefined || !rawName.startsWith('--')) {
    const known = Object.entries(spec.flags).map(([key, each]) => formatFlag(key, each));
    throw unknownName('flag', rawName, [...known, '--help'], usage);
  }
  if (flag.type === 'boolean') {
    if (value !== undefined) throw new UserError(`--${name} takes no value, but got "${value}"`, usage);
    return true;
  }
  if (value === undefined || value.startsWith('--') || (value === '' && !flag.isValueOptional)) {
    throw new UserError(`--${name} expects a value: ${formatFlag(name, flag)}`, usage);
  }
  if (flag.type === 'number' && !/^-?\d+$/.test(value)) {
    throw new UserError(`--${name} expects a whole number, but got "${value}"`, usage);
  }
  return value;
}
