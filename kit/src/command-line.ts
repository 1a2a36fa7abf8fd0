// Owns reading the command line: which command, which flags, and what to say about a wrong one. It must not run commands.
import { parseArgs } from 'node:util';
import { Complaint } from './complaint.ts';

type FlagKind = 'boolean' | 'string' | 'number';

export interface CommandShape {
  readonly usage: string;
  readonly flags: Readonly<Record<string, FlagKind>>;
  /** How many words besides flags the command takes at most. */
  readonly words: number;
}

export interface Invocation {
  readonly words: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** Reads the arguments of one command; a wrong flag is named together with the usage. */
export function readInvocation(shape: CommandShape, args: readonly string[]): Invocation {
  const mend = `Usage: ${shape.usage}`;
  const options = Object.fromEntries(
    Object.entries(shape.flags).map(([name, kind]) => [
      name,
      { type: kind === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values, positionals } = parseOrComplain(args, options, mend);
  if (positionals.length > shape.words)
    throw new Complaint(`"${positionals[shape.words]}" is one word too many`, mend);
  const numberOf = (name: string) => {
    const text = values[name];
    if (text === undefined) return undefined;
    if (!/^-?\d+$/.test(String(text))) throw new Complaint(`--${name} ${text} is not a whole number`, mend);
    return Number(text);
  };
  for (const [name, kind] of Object.entries(shape.flags)) if (kind === 'number') numberOf(name);
  return {
    words: positionals,
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === 'string' ? (values[name] as string) : undefined),
    number: numberOf,
  };
}

function parseOrComplain(
  args: readonly string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
  mend: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [what] = (error as Error).message.split('. ');
    throw new Complaint(what ?? (error as Error).message, mend);
  }
}
