import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { printableLine } from '../config/printable.ts';
import { type Environment, processEnvironment } from '../config/process-environment.ts';
import { UserError } from '../user-error.ts';
import { withOutboundGuard } from './outbound-guard.ts';
import { type ProcessIdentity, RUN_ID_VARIABLE, systemProcessTable } from './process-table.ts';
import { exitedLine, startedLine } from './started-processes.ts';
import { terminateRun } from './terminate-run.ts';

/** The command line and the environment of a process. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the environment of the run. An undefined value removes the variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * If true, the process shares the kit's terminal including input, and receives Ctrl+C directly.
   */
  readonly inheritsTerminal?: boolean;
  /** Receives each line of standard output and error, safe to print. */
  readonly onLine?: (line: string) => void;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /**
   * Resolves with the exit code, or with 128 plus the signal number if a signal ended the process.
   */
  readonly exit: Promise<number>;
  /** Signals the process and its group, unless it has exited, because its id may then be reused. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * One run of the kit: its id, its temporary folder and its processes. The processes end when `end`
 * is called or when the kit's process dies for any reason: the supervisor, a separate process,
 * notices the closed pipe.
 */
export class Run {
  /** The environment of its processes. */
  readonly environment: Environment;
  readonly id = `${process.pid}-${randomBytes(4).toString('hex')}`;
  /** Removed at the end of the run. */
  readonly #temporaryFolder = createTemporaryFolder();
  /**
   * Folder for the run's files. TMPDIR of its processes is not inside it, because it may contain a
   * firebase.json.
   */
  readonly folder = join(this.#temporaryFolder, 'run');
  readonly #supervisor: ChildProcess;
  readonly #started = new Map<number, ProcessIdentity>();
  #ending: Promise<void> | undefined;

  constructor(environment: Environment = processEnvironment()) {
    this.environment = environment;
    // TypeScript in the repository, JavaScript in the npm package.
    const main = join(import.meta.dirname, `supervisor-main${extname(import.meta.filename)}`);
    this.#supervisor = spawn(process.execPath, [main, this.id, this.#temporaryFolder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...environment, NODE_OPTIONS: withOutboundGuard(environment.NODE_OPTIONS) },
    });
    this.#supervisor.stdin?.on('error', () => undefined);
    mkdirSync(this.folder);
    mkdirSync(this.#processFolder());
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /**
   * Starts a process in its own session, so that Ctrl+C in the terminal reaches only the kit. The
   * process cannot connect to other hosts.
   */
  start(spec: ProcessSpec): RunningProcess {
    if (this.isEnding) throw new UserError(`${spec.name} was not started`, 'The run is ending.');
    const env: Record<string, string | undefined> = {
      ...this.environment,
      ...this.#withoutCredentials(),
      ...spec.env,
    };
    const options: SpawnOptions = {
      cwd: spec.cwd,
      env: {
        ...env,
        NODE_OPTIONS: withOutboundGuard(env.NODE_OPTIONS),
        [RUN_ID_VARIABLE]: this.id,
        TMPDIR: this.#processFolder(),
      },
      detached: !spec.inheritsTerminal,
      stdio: spec.inheritsTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(spec.command, [...spec.args], options);
    this.#supervise(child);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) {
        createInterface({ input: stream }).on('line', (line) => spec.onLine?.(printableLine(line)));
      }
    }
    const exit = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) =>
        resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0)),
      );
    });
    return { name: spec.name, pid: child.pid ?? 0, exit, kill: (signal) => killGroup(child, signal) };
  }

  #processFolder(): string {
    return join(this.#temporaryFolder, 'tmp');
  }

  /**
   * A stack is not a Google Cloud project: its processes must not find credentials on this machine,
   * neither application default credentials nor gcloud's.
   */
  #withoutCredentials(): Record<string, string | undefined> {
    return {
      GOOGLE_APPLICATION_CREDENTIALS: undefined,
      CLOUDSDK_CONFIG: join(this.folder, 'config', 'gcloud'),
      METADATA_SERVER_DETECTION: 'none',
    };
  }

  /** Reports the process and its exit to the supervisor. */
  #supervise(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    const tell = (line: string) => {
      if (!this.isEnding) this.#supervisor.stdin?.write(line);
    };
    // The id cannot be reused yet: the system keeps it until Node has seen the exit, which happens
    // after this call.
    const startTime = systemProcessTable.startTimeOf(pid);
    if (startTime !== undefined) {
      this.#started.set(pid, { pid, startTime });
      tell(startedLine({ pid, startTime }));
    }
    child.once('exit', () => {
      this.#started.delete(pid);
      tell(exitedLine(pid));
    });
  }

  /** Ends every process of the run and removes its folder. All callers get the same promise. */
  end(): Promise<void> {
    this.#ending ??= this.#closeSupervisor();
    return this.#ending;
  }

  async #closeSupervisor(): Promise<void> {
    const supervisor = this.#supervisor;
    if (supervisor.exitCode === null && supervisor.signalCode === null) {
      const exited = once(supervisor, 'exit');
      supervisor.stdin?.end();
      await exited;
    }
    if (supervisor.exitCode === 0) return;
    // The supervisor was killed or has failed, so this process does its work.
    await terminateRun(this.id, [...this.#started.values()]);
    rmSync(this.#temporaryFolder, { recursive: true, force: true });
  }
}

/** @throws UserError when the system's temporary folder is not writable */
function createTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'savepoint-'));
  } catch (error) {
    throw new UserError(
      `The temporary folder ${tmpdir()} cannot be written to: ${(error as NodeJS.ErrnoException).code}`,
      'Set TMPDIR to another folder.',
    );
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  // A descendant in another group may keep the output open and thereby keep the process from
  // closing.
  const closeOutput = () => {
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  };
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    closeOutput();
    return;
  }
  child.once('exit', closeOutput);
  process.kill(-child.pid, signal);
}
