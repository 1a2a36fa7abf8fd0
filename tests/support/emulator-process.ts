import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of an emulator's command. */
export interface EmulatorProcess {
  readonly child: ChildProcess;
  /**
   * Resolves to the URL of the line "... is ready on URL". Rejects if the process ends without one.
   */
  ready(): Promise<string>;
  /** Resolves when the process has ended, with its exit code and output. */
  ended(): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/**
 * Starts a command of an emulator package, such as `stripe/bin/savepoint-stripe.mjs`, with added
 * environment variables.
 */
export function startEmulatorProcess(
  command: string,
  args: readonly string[],
  { env = {}, stdin = 'ignore' }: { env?: Record<string, string>; stdin?: 'pipe' | 'ignore' } = {},
): EmulatorProcess {
  const path = fileURLToPath(new URL(`../../packages/${command}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    printed.stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    printed.stderr += chunk.toString();
  });
  const closed = once(child, 'close');
  return {
    child,
    async ready() {
      if (child.stdout === null) throw new Error('The process has no standard output.');
      for await (const line of createInterface(child.stdout)) {
        const url = /ready on (\S+)/.exec(line)?.[1];
        if (url !== undefined) return url;
      }
      throw new Error(`The process ended before it was ready: ${printed.stderr}`);
    },
    async ended() {
      const [code] = (await closed) as [number | null];
      return { code, ...printed };
    },
  };
}
