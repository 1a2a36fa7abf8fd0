import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../packages/firestore/bin/savepoint-firestore.js', import.meta.url));

/** The emulator that the suite tests. */
export interface EmulatorUnderTest {
  /** host:port */
  readonly host: string;
  /** Selects the known failures. */
  readonly kind: 'savepoint' | 'other';
  /** The process id of savepoint-firestore; undefined for another emulator. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts savepoint-firestore on a free port in its own process, with `flags` for it and `nodeFlags`
 * for Node. Rejects when it ends before it listens.
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
  throw new Error(`savepoint-firestore ended before it listened (exit code ${child.exitCode})`);
}

/**
 * The running emulator that FIRESTORE_EMULATOR_HOST names, e.g. Google's, or a new
 * savepoint-firestore process.
 */
export async function openEmulatorUnderTest(): Promise<EmulatorUnderTest> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  return host === undefined
    ? startSavepoint()
    : { host, kind: 'other', pid: undefined, close: async () => {} };
}

/** Sets the rules of a project, like @firebase/rules-unit-testing. */
export async function putRules(host: string, projectId: string, content: string): Promise<void> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content }] } }),
  });
  if (!response.ok) throw new Error(`the rules were rejected: ${await response.text()}`);
}
