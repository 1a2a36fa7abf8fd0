// Owns one emulator process for a test: started as a user starts it, on a free port, ended by its own handle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(
  new URL('../../emulator/firestore/bin/savepoint-firestore.js', import.meta.url),
);

export interface EmulatorProcess {
  /** host:port */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts the emulator. Rejects with what it printed when it ends before it answers. */
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
    child.once('exit', (code) => reject(new Error(`The emulator ended with ${code}:\n${output.join('\n')}`)));
    child.once('error', reject);
  });
  return {
    address,
    async stop() {
      child.removeAllListeners('exit');
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}
