// Owns starting the kit's commands as a person would, and looking at what they leave behind.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { assertPortsFree, findFreePorts, offsetPorts, type Ports } from '../../kit/src/config/ports.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(ROOT, 'kit', 'bin', 'savepoint.mjs');

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one command to its end. */
export function runKit(args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandResult {
  const done = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  return { code: done.status, output: done.stdout + done.stderr };
}

export interface StartedShop {
  readonly process: ChildProcess;
  readonly ports: Ports;
  readonly offset: number;
  output(): string;
}

/** `npm start` at an offset nobody uses; resolves once the table is printed. */
export async function startShop(): Promise<StartedShop> {
  const { offset, ports } = await freeOffset();
  const child = spawn(process.execPath, [LAUNCHER, 'start', '--port-offset', String(offset)], { cwd: ROOT });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (text: Buffer) => {
      output += text.toString();
      if (/The shop is open/.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return { process: child, ports, offset, output: () => output };
}

async function freeOffset(): Promise<{ offset: number; ports: Ports }> {
  for (;;) {
    const offset = randomInt(10_000, 50_000);
    const ports = offsetPorts(offset);
    const taken = await assertPortsFree(ports, Object.keys(await findFreePorts()) as never).then(
      () => false,
      () => true,
    );
    if (!taken) return { offset, ports };
  }
}

/** Process ids below a process, itself included, wherever they have moved their group. */
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

/** Milliseconds until none of the processes is alive; fails after the limit. */
export async function millisecondsUntilGone(pids: readonly number[], limit: number): Promise<number> {
  const startedAt = performance.now();
  while (pids.some(isAlive)) {
    if (performance.now() - startedAt > limit) {
      const left = pids.filter(isAlive);
      throw new Error(`Still alive after ${limit} ms: ${left.map(describe).join('; ')}`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return performance.now() - startedAt;
}

export async function stopShop(shop: StartedShop): Promise<void> {
  if (shop.process.exitCode !== null || shop.process.signalCode !== null) return;
  const gone = once(shop.process, 'exit');
  shop.process.kill('SIGINT');
  await gone;
}

function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

function describe(pid: number): string {
  return spawnSync('ps', ['-o', 'pid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
