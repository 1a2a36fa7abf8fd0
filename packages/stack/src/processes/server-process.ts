import type { Ports } from '../config/ports.ts';
import { assertPortsFree } from '../config/ports.ts';
import { UserError } from '../user-error.ts';
import { systemProcessTable } from './process-table.ts';
import type { ProcessSpec, Run, RunningProcess } from './run.ts';
import { terminateGroup, terminateTree } from './terminate-run.ts';
import { waitForHttp } from './wait-for-http.ts';

const MAX_LINES = 40;
/** The number of these lines that are shown. */
const SHOWN_LINES = 20;

/** A server process and the hooks around its starts and stops. */
export interface ServerProcessOptions {
  readonly run: Run;
  /** Its name among the servers of the stack. */
  readonly name: string;
  readonly ports: Ports;
  /** The names of all ports that it listens on, its own first. Default: its name. */
  readonly portNames?: readonly string[];
  /** Its name and the names of its parts in the terminal and in Studio. */
  readonly labels?: readonly string[];
  readonly process: Omit<ProcessSpec, 'name'>;
  /**
   * Resolves when the server responds or has ended. Default: when its first port responds to HTTP.
   */
  readonly responds?: (hasEnded: () => boolean) => Promise<void>;
  /** A sentence about servers that stop and start together with it. */
  readonly note?: string;
  /** Throws if the server cannot be started now. */
  readonly beforeStart?: () => void;
  /** Saves the server's data before an intended stop, while it still responds. */
  readonly beforeStop?: () => Promise<void>;
  /**
   * Runs when the server responds again after an intended start.
   * @param tell receives messages for the user who started it
   */
  readonly afterStart?: (tell: (sentence: string) => void) => Promise<void>;
  /**
   * Called with the last lines when the server exits unexpectedly, but not after an intended stop
   * or a failed start.
   */
  readonly onExit: (problem: string, lines: readonly string[]) => void;
}

/** The state of a server. */
export interface ServerProcessState {
  readonly name: string;
  /** The names of all its ports, by which it can be addressed, too. */
  readonly ports: readonly string[];
  /** A sentence about servers that stop and start together with it. */
  readonly note?: string;
  /** `starting` after an intended start until the server responds. */
  readonly state: 'starting' | 'running' | 'stopped' | 'failed';
  /** The reason for its failure, and its last lines. */
  readonly problem?: string;
}

/** A server that can be stopped and started while the rest of the stack runs. */
export class ServerProcess {
  readonly name: string;
  readonly portNames: readonly string[];
  readonly labels: readonly string[];
  readonly #options: ServerProcessOptions;
  #process: RunningProcess | undefined;
  /** Resolves when the process has ended and left no descendants. */
  #ended: Promise<void> = Promise.resolve();
  #problem: string | undefined;
  #isStarting = false;
  /** Serializes changes: two pages may request different ones. */
  #change: Promise<unknown> = Promise.resolve();

  /** Starts the server without waiting for it. */
  constructor(options: ServerProcessOptions) {
    this.name = options.name;
    this.portNames = options.portNames ?? [options.name];
    this.labels = options.labels ?? [];
    this.#options = options;
    this.#spawn();
  }

  get state(): ServerProcessState {
    const { note } = this.#options;
    const server = { name: this.name, ports: this.portNames, ...(note !== undefined && { note }) };
    if (this.#process !== undefined) return { ...server, state: this.#isStarting ? 'starting' : 'running' };
    return this.#problem === undefined
      ? { ...server, state: 'stopped' }
      : { ...server, state: 'failed', problem: this.#problem };
  }

  /** True if it stores data, which are kept by a stop and lost by an exit. */
  get storesData(): boolean {
    return this.#options.beforeStop !== undefined;
  }

  /**
   * Resolves when the server that this object's constructor started responds or has ended.
   * @throws UserError when it does not respond in time
   */
  responds(): Promise<void> {
    return this.#responds(this.#process);
  }

  /** Resolves when no process of the server is left. */
  async stop(): Promise<readonly string[]> {
    await this.#inTurn(() => this.#stop());
    return [];
  }

  /**
   * Resolves with messages about its data when the server responds.
   * @throws UserError when it is already running, when its port is in use, and with its last lines
   * when it exits
   */
  start(): Promise<readonly string[]> {
    return this.#inTurn(() => this.#start());
  }

  /** Stops the server if it is running, then starts it. */
  restart(): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      this.#options.beforeStart?.();
      await this.#stop();
      return this.#start();
    });
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#change.then(change);
    this.#change = result.catch(() => undefined);
    return result;
  }

  #responds(started: RunningProcess | undefined): Promise<void> {
    const { name, ports, responds } = this.#options;
    const hasEnded = () => this.#process !== started;
    if (responds !== undefined) return Promise.race([responds(hasEnded), this.#ended]);
    return waitForHttp(name, ports[this.portNames[0] ?? name] as number, hasEnded);
  }

  async #stop(): Promise<void> {
    if (this.#process !== undefined) await this.#options.beforeStop?.();
    await this.#terminate();
  }

  async #terminate(): Promise<void> {
    const stopped = this.#process;
    this.#process = undefined;
    this.#problem = undefined;
    if (stopped === undefined) return;
    const startTime = systemProcessTable.startTimeOf(stopped.pid);
    if (startTime !== undefined) await terminateTree({ pid: stopped.pid, startTime });
    // A descendant that has left the process tree may keep the output open.
    stopped.kill('SIGKILL');
    await stopped.exit;
  }

  async #start(): Promise<readonly string[]> {
    const { name, ports, beforeStart, afterStart } = this.#options;
    if (this.#process !== undefined) throw new UserError(`${name} is already running`);
    beforeStart?.();
    await this.#ended;
    const sentences: string[] = [];
    await assertPortsFree(ports, this.portNames);
    this.#isStarting = true;
    try {
      const started = this.#spawn();
      await this.#responds(started);
      if (this.#process !== started) throw new UserError(`${name} ${this.#problem ?? 'was stopped'}`);
      await afterStart?.((sentence) => sentences.push(sentence));
      return sentences;
    } catch (error) {
      // It responds but is unusable: the functions do not load, or its data were not restored.
      if (this.#process !== undefined) {
        await this.#terminate();
        this.#problem = (error as Error).message;
      }
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  #spawn(): RunningProcess {
    const { run, name, process, onExit } = this.#options;
    const lines: string[] = [];
    const started = run.start({
      ...process,
      name,
      onLine: (line) => {
        lines.push(line);
        if (lines.length > MAX_LINES) lines.shift();
        process.onLine?.(line);
      },
    });
    this.#process = started;
    this.#problem = undefined;
    this.#ended = started.exit
      .then((code) => `exited with code ${code}`)
      .catch((error: Error) => `was not started: ${error.message}`)
      .then((problem): Promise<void> | undefined => {
        if (this.#process !== started) return undefined;
        this.#process = undefined;
        this.#problem = [problem, ...lines.slice(-SHOWN_LINES)].join('\n');
        if (!this.#isStarting) onExit(problem, lines);
        return run.isEnding ? undefined : terminateGroup(run.id, started.pid);
      });
    return started;
  }
}
