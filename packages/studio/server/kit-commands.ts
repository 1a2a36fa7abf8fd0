import { spawn } from 'node:child_process';
import type { StackCommandLine } from './stack-description.ts';

/** A command requested by the page. */
export interface RequestedCommand {
  readonly name: string;
  readonly arguments: readonly string[];
}

/** The exit status of a command, with its complete output. */
export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * The commands that the page may run, with validators of their arguments: a page must not pass
 * flags.
 */
const ALLOWED: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  advise: (args) => args.length === 1 && args[0] === '--json',
  limits: (args) => args.length === 1 && args[0] === '--json',
  reset: (args) => args.length === 0,
  seed: (args) => args.length === 0,
  server: ([action, ...names]) =>
    /^(start|stop|restart)$/.test(action ?? '') && names.length === 1 && NAME.test(names[0] as string),
  schedule: (args) => args.length <= 1 && args.every((each) => each === '--json' || NAME.test(each)),
  snapshot: ([action, ...names]) =>
    (action === 'list' && names.length === 0) ||
    ((action === 'save' || action === 'load') && names.length === 1 && NAME.test(names[0] as string)),
};

/** Returns whether the page may run the command. */
export function isAllowedCommand(value: unknown): value is RequestedCommand {
  const { name, arguments: args } = (value ?? {}) as Partial<RequestedCommand>;
  if (typeof name !== 'string' || !Object.hasOwn(ALLOWED, name)) return false;
  if (!Array.isArray(args) || args.some((each) => typeof each !== 'string')) return false;
  return ALLOWED[name]?.(args) === true;
}

/** Runs a kit command for the stack. A failed command is a result, not an error. */
export function runKitCommand(line: StackCommandLine, command: RequestedCommand): Promise<CommandResult> {
  const [program = '', ...first] = line.argv;
  const args = [...first, command.name, ...command.arguments, ...line.flags];
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(program, args, { cwd: line.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8').trim() }),
    );
  });
}
