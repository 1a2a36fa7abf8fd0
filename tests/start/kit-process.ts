// Starts the kit's commands like a user, and finds the processes that they leave running.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../../packages/stack/src/config/ports.ts';
import { findFreeOffset } from '../support/free-ports.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(ROOT, 'packages', 'savepoint', 'bin', 'savepoint.mjs');

/** The outcome of one command. */
export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs one command of the kit to completion, through the launcher. Most tests of commands need no
 * process: see kit-command.ts.
 */
export function runKit(args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandResult {
  const result = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

/** Starts one command of the kit, through the launcher. */
export function spawnKit(args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [LAUNCHER, ...args], { cwd: ROOT });
}

/** A running `npm start`. */
export interface StartedShop {
  readonly process: ChildProcess;
  readonly ports: Ports;
  readonly offset: number;
  output(): string;
}

/** Runs `npm start` at an unused port offset; resolves once the summary is printed. */
export async function startShop(
  env: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<StartedShop> {
  const { offset, ports } = await findFreeOffset();
  const child = spawn(process.execPath, [LAUNCHER, 'start', '--port-offset', String(offset), ...flags], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (text: Buffer) => {
      output += text.toString();
      if (/The shop is ready/.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`npm start exited with ${code}:\n${output}`)));
  });
  return { process: child, ports, offset, output: () => output };
}

/** Ids of a process and all its descendants, whatever their process group. */
export function descendants(root: number): number[] {
  const rows = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of rows) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Ids of the live processes that have the variable in their environment (Linux). */
export function processesWithVariable(name: string, value: string): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${name}=${value}`);
      } catch {
        return false;
      }
    })
    .map(Number)
    .filter(isAlive);
}

/** Resolves when none of the processes is alive; rejects after the limit. */
export async function waitUntilGone(pids: readonly number[], limitMs: number): Promise<void> {
  const startedAt = performance.now();
  while (pids.some(isAlive)) {
    if (performance.now() - startedAt > limitMs) {
      const left = pids.filter(isAlive);
      throw new Error(`Still alive after ${limitMs} ms: ${left.map(describe).join('; ')}`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Ends a running `npm start` like Ctrl+C, and waits for its end. */
export async function stopShop(shop: StartedShop): Promise<void> {
  if (shop.process.exitCode !== null || shop.process.signalCode !== null) return;
  const exited = once(shop.process, 'exit');
  shop.process.kill('SIGINT');
  await exited;
}

function isAlive(pid: number): boolean {
  try {
    // The state follows the name of the program, which may contain parentheses. A zombie has ended.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return false;
  }
}

function describe(pid: number): string {
  return spawnSync('ps', ['-o', 'pid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
