// Runs commands of the kit in this process, like its entry point does in a separate one: a process
// costs half a second.
import { format } from 'node:util';
import { vi } from 'vitest';
import { runCommand } from '../../packages/savepoint/src/run-command.ts';

/** The outcome of a command. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Variables that differ during the command; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The current folder during the command, whose project it uses; defaults to this repository. */
  readonly folder?: string;
}

/**
 * Runs a command that ends by itself. Not for commands that start a stack, which would become part
 * of this process.
 */
export async function runKitCommand(
  args: readonly string[],
  { env = {}, folder }: CommandOptions = {},
): Promise<CommandOutcome> {
  const before = {
    folder: process.cwd(),
    env: Object.keys(env).map((name) => [name, process.env[name]] as const),
  };
  const printed = { stdout: '', stderr: '' };
  const print = (stream: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[stream] += text.toString();
    return true;
  };
  const line =
    (stream: keyof typeof printed) =>
    (...values: unknown[]) =>
      print(stream)(`${format(...values)}\n`);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(print('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(print('stderr')),
    vi.spyOn(console, 'log').mockImplementation(line('stdout')),
    vi.spyOn(console, 'error').mockImplementation(line('stderr')),
  ];
  if (folder !== undefined) process.chdir(folder);
  setVariables(Object.entries(env));
  try {
    return { code: await runCommand(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(before.folder);
    setVariables(before.env);
  }
}

/** Modifies the existing object: Vitest restores stubs in it. */
function setVariables(variables: readonly (readonly [name: string, value: string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
