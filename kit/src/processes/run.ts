// Owns one run of the kit: its id, its temporary folder, the processes it began and their end. It knows nothing of what they do.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../user-error.ts';
import { RUN_ID_VARIABLE } from './run-processes.ts';

/** How a process of a run is started. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each line of standard output and error. */
  readonly onLine?: (line: string) => void;
}

/** A process that the run began. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves with the exit code, or 128 when a signal ended it. */
  readonly exit: Promise<number>;
}

/**
 * Everything started here ends when `end` is called or when this process dies in whatever way: the warden, a process of its own,
 * notices the closed pipe.
 */
export class Run {
  readonly id = `${process.pid}-${randomBytes(4).toString('hex')}`;
  /** Temporary folder of this run; gone when the run has ended. */
  readonly folder = mkdtempSync(join(tmpdir(), 'savepoint-'));
  readonly #supervisor: ChildProcess;
  #ending: Promise<void> | undefined;

  constructor() {
    const main = join(import.meta.dirname, 'supervisor-main.ts');
    this.#supervisor = spawn(process.execPath, [main, this.id, this.folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    this.#supervisor.stdin?.on('error', () => undefined);
    mkdirSync(join(this.folder, 'tmp'));
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Starts a program in a session of its own, so that a Ctrl+C of the terminal reaches only the kit. */
  start(program: ProcessSpec): RunningProcess {
    if (this.isEnding) throw new UserError(`${program.name} was not started`, 'The run is ending.');
    const options: SpawnOptions = {
      cwd: program.cwd,
      env: { ...process.env, ...program.env, [RUN_ID_VARIABLE]: this.id, TMPDIR: join(this.folder, 'tmp') },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(program.command, [...program.args], options);
    if (child.pid !== undefined) this.#supervisor.stdin?.write(`${child.pid}\n`);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => program.onLine?.(line));
    }
    const exit = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 128));
    });
    return { name: program.name, pid: child.pid ?? 0, exit };
  }

  /** Ends every process of the run and removes its folder; the same promise for every caller. */
  end(): Promise<void> {
    this.#ending ??= this.#endNow();
    return this.#ending;
  }

  async #endNow(): Promise<void> {
    if (this.#supervisor.exitCode !== null) return;
    const gone = once(this.#supervisor, 'exit');
    this.#supervisor.stdin?.end();
    await gone;
  }
}
