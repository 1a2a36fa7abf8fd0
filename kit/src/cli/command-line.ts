// Owns reading the command line: which command, which flags, and what to say about a wrong one. It must not run commands.
import { parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';

type FlagKind = 'boolean' | 'string' | 'number';

export interface CommandSpec {
  readonly usage: string;
  readonly flags: Readonly<Record<string, FlagKind>>;
  /** How many words besides flags the command takes at most. */
  readonly positionals: number;
}

export interface Invocation {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** Reads the arguments of one command; a wrong flag is named together with the usage. */
export function parseInvocation(shape: CommandSpec, args: readonly string[]): Invocation {
  const mend = `Usage: ${shape.usage}`;
  const options = Object.fromEntries(
    Object.entries(shape.flags).map(([name, kind]) => [
      name,
      { type: kind === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values, positionals } = parseStrictly(args, options, mend);
  if (positionals.length > shape.positionals)
    throw new UserError(`"${positionals[shape.positionals]}" is one word too many`, mend);
  const numberOf = (name: string) => {
    const text = values[name];
    if (text === undefined) return undefined;
    if (!/^-?\d+$/.test(String(text))) throw new UserError(`--${name} ${text} is not a whole number`, mend);
    return Number(text);
  };
  for (const [name, kind] of Object.entries(shape.flags)) if (kind === 'number') numberOf(name);
  return {
    positionals: positionals,
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === 'string' ? (values[name] as string) : undefined),
    number: numberOf,
  };
}

function parseStrictly(
  args: readonly string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
  mend: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [what] = (error as Error).message.split('. ');
    throw new UserError(what ?? (error as Error).message, mend);
  }
}
