import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(
  new URL('../../packages/firestore/bin/savepoint-firestore.js', import.meta.url),
);

/** A running emulator process. */
export interface EmulatorProcess {
  /** host:port */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts the emulator's command on a free port. Rejects with its output if it exits before it is
 * ready.
 */
export async function startEmulatorProcess(flags: readonly string[] = []): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, [COMMAND, '--host', '127.0.0.1', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const found = /FIRESTORE_EMULATOR_HOST=(\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) =>
      reject(new Error(`The emulator exited with ${code}:\n${output.join('\n')}`)),
    );
    child.once('error', reject);
  });
  return {
    address,
    async stop() {
      child.removeAllListeners('exit');
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
    },
  };
}
