// Owns which emulator the contract asks: the one FIRESTORE_EMULATOR_HOST names, e.g. Google's, or ours in a process of
// its own, started as a user would start it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../emulator/firestore/bin/savepoint-firestore.js', import.meta.url));

export interface EmulatorUnderTest {
  readonly host: string;
  /** Selects the ledger's rows. */
  readonly kind: 'savepoint' | 'other';
  /** Of the process, when it is ours. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts ours with `flags`, on a free port, in a Node with `nodeFlags`. Rejects with what it printed when it ends before it
 * answers.
 */
export async function startSavepoint(
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<EmulatorUnderTest> {
  const args = [...nodeFlags, BINARY, '--port', '0', '--exit-with-parent', ...flags];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const host = /FIRESTORE_EMULATOR_HOST=(\S+)/.exec(line)?.[1];
    if (host === undefined) continue;
    child.stdout.resume();
    return {
      host,
      kind: 'savepoint',
      pid: child.pid,
      async close() {
        child.kill('SIGINT');
        await ended;
      },
    };
  }
  throw new Error(`savepoint-firestore ended before it answered (exit code ${child.exitCode})`);
}

/** The emulator to ask. */
export async function openEmulatorUnderTest(): Promise<EmulatorUnderTest> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  return host === undefined
    ? startSavepoint()
    : { host, kind: 'other', pid: undefined, close: async () => {} };
}

/** Puts a project under rules, the way @firebase/rules-unit-testing does. */
export async function putRules(host: string, projectId: string, content: string): Promise<void> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content }] } }),
  });
  if (!response.ok) throw new Error(`the rules were refused: ${await response.text()}`);
}
