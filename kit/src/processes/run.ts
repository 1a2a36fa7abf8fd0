import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../user-error.ts';
import { withOutboundGuard } from './outbound-guard.ts';
import { RUN_ID_VARIABLE } from './run-processes.ts';

/** How a process of a run is started. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the kit's own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each line of standard output and error. */
  readonly onLine?: (line: string) => void;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves with the exit code, or 128 when a signal ended the process. */
  readonly exit: Promise<number>;
}

/**
 * One run of the kit: its id, its temporary folder and its processes. The processes end when `end` is called, or when the kit's own
 * process dies for whatever reason: the supervisor, a process of its own, notices the closed pipe.
 */
export class Run {
  readonly id = `${process.pid}-${randomBytes(4).toString('hex')}`;
  /** Temporary folder; removed when the run has ended. */
  readonly folder = mkdtempSync(join(tmpdir(), 'savepoint-'));
  readonly #supervisor: ChildProcess;
  #ending: Promise<void> | undefined;

  constructor() {
    const main = join(import.meta.dirname, 'supervisor-main.ts');
    this.#supervisor = spawn(process.execPath, [main, this.id, this.folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: withOutboundGuard() },
    });
    this.#supervisor.stdin?.on('error', () => undefined);
    mkdirSync(join(this.folder, 'tmp'));
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Starts a process in a session of its own, so that Ctrl+C in the terminal reaches only the kit. It cannot connect to other hosts. */
  start(spec: ProcessSpec): RunningProcess {
    if (this.isEnding) throw new UserError(`${spec.name} was not started`, 'The run is ending.');
    const env = { ...process.env, ...spec.env };
    const options: SpawnOptions = {
      cwd: spec.cwd,
      env: {
        ...env,
        NODE_OPTIONS: withOutboundGuard(env.NODE_OPTIONS),
        [RUN_ID_VARIABLE]: this.id,
        TMPDIR: join(this.folder, 'tmp'),
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(spec.command, [...spec.args], options);
    if (child.pid !== undefined) this.#supervisor.stdin?.write(`${child.pid}\n`);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => spec.onLine?.(line));
    }
    const exit = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 128));
    });
    return { name: spec.name, pid: child.pid ?? 0, exit };
  }

  /** Ends every process of the run and removes its folder. All callers get the same promise. */
  end(): Promise<void> {
    this.#ending ??= this.#closeSupervisor();
    return this.#ending;
  }

  async #closeSupervisor(): Promise<void> {
    if (this.#supervisor.exitCode !== null) return;
    const exited = once(this.#supervisor, 'exit');
    this.#supervisor.stdin?.end();
    await exited;
  }
}
