// Runs the kit's commands in projects without its configuration.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { ROOT } from '../start/kit-process.ts';

/** The command line of the kit, a file for Node. */
export const LAUNCHER = join(ROOT, 'packages', 'savepoint', 'bin', 'savepoint.mjs');
/** Enough for a start on a busy machine. */
const COMMAND_TIMEOUT_MS = 240_000;

vi.setConfig({ testTimeout: COMMAND_TIMEOUT_MS, hookTimeout: COMMAND_TIMEOUT_MS });

const temporary = mkdtempSync(join(tmpdir(), 'savepoint-foreign-'));
afterAll(() => rmSync(temporary, { recursive: true }));

/** The outcome of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Absolute path of a project of this suite. */
export function projectFolder(name: string): string {
  return join(import.meta.dirname, 'projects', name);
}

/** Writes a project into a temporary folder, with the packages of this repository. */
export function writeProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(temporary, 'project-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** For stacks whose recording a test reads; the others record nothing. */
export const RECORDED: NodeJS.ProcessEnv = { SAVEPOINT_EVENT_LOG: '' };

/** The environment of commands in projects of this suite, with separate state. */
export function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const cheap = { SAVEPOINT_EVENT_LOG: '0', SAVEPOINT_STUDIO: '0' };
  return { ...process.env, ...cheap, XDG_CACHE_HOME: join(temporary, 'cache'), ...env };
}

/** Runs a command of the kit in a folder to completion. */
export function runIn(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: environment(env),
    timeout: COMMAND_TIMEOUT_MS,
  });
  return { code: status, stdout, stderr };
}

/** A running `start` in a folder. */
export interface StartedProject {
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  output(): string;
  /** Ends it like Ctrl+C, unless it has ended; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Runs `start` in a folder; resolves once the summary is printed. */
export async function startIn(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<StartedProject> {
  const child = spawn(process.execPath, [LAUNCHER, 'start', ...args], { cwd: folder, env: environment(env) });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (text: Buffer) => {
      output += text.toString();
      if (/ is ready \(/.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`start exited with ${code}:\n${output}`)));
  });
  return {
    pid: child.pid as number,
    ended,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      return (await exited)[0] as number | null;
    },
  };
}
