import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The repository's folder. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The Node that runs the tests comes first, for npm and for the shebang of the installed command.
 * Repository caches must not store files of temporary folders.
 */
export const ENVIRONMENT = {
  ...process.env,
  NODE_COMPILE_CACHE: undefined,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

/** How a process ended. */
export interface Exit {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to completion. */
export async function run(
  program: string,
  args: readonly string[],
  cwd = REPOSITORY,
  env: Readonly<Record<string, string>> = {},
): Promise<Exit> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...ENVIRONMENT, ...env },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Exit;
    return { code, stdout, stderr };
  }
}

/**
 * Runs a program and resolves with its standard output. Rejects with all of its output when it
 * fails.
 */
export async function runOrThrow(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${stdout}${stderr}`);
  return stdout;
}
