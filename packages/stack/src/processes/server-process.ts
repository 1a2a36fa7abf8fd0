import type { Ports } from '../config/ports.ts';
import { assertPortsFree } from '../config/ports.ts';
import { UserError } from '../user-error.ts';
import { systemProcessTable } from './process-table.ts';
import type { ProcessSpec, Run, RunningProcess } from './run.ts';
import { terminateTree } from './terminate-run.ts';
import { waitForHttp } from './wait-for-http.ts';

const MAX_LINES = 40;
/** Of these, those that are shown. */
const SHOWN_LINES = 20;

/** How a server is started, each time the same. */
export interface ServerProcessOptions {
  readonly run: Run;
  /** Its name among the servers of the stack. */
  readonly name: string;
  readonly ports: Ports;
  /** The names of all ports that it listens on, its own first. Default: its name. */
  readonly portNames?: readonly string[];
  readonly process: Omit<ProcessSpec, 'name'>;
  /**
   * Resolves when the server responds, or when it has ended. Default: when its own port responds to
   * HTTP.
   */
  readonly responds?: (hasEnded: () => boolean) => Promise<void>;
  /** Runs before the server is stopped on purpose, while it responds. */
  readonly beforeStop?: () => Promise<void>;
  /** Runs when the server responds again after a start on purpose. */
  readonly afterStart?: () => Promise<void>;
  /** Why it can be stopped only with the stack. */
  readonly endsWithStack?: string;
  /**
   * Called with the last lines when the server exits by itself, not when it was stopped on purpose
   * or did not come up again.
   */
  readonly onExit: (problem: string, lines: readonly string[]) => void;
}

/** A server as it is now. */
export interface ServerProcessState {
  readonly name: string;
  /** `starting` from a start on purpose until the server responds. */
  readonly state: 'starting' | 'running' | 'stopped' | 'failed';
  /** Why it failed, and the last lines that it printed. */
  readonly problem?: string;
}

/**
 * A server of a stack that is a process of its own: it can be stopped and started again while the
 * rest of the stack runs.
 */
export class ServerProcess {
  readonly name: string;
  readonly portNames: readonly string[];
  readonly endsWithStack: string | undefined;
  readonly #options: ServerProcessOptions;
  #process: RunningProcess | undefined;
  #problem: string | undefined;
  #isStarting = false;
  /** One change at a time: two pages may ask for different ones. */
  #change: Promise<unknown> = Promise.resolve();

  /** Starts the server, and does not wait for it. */
  constructor(options: ServerProcessOptions) {
    this.name = options.name;
    this.portNames = options.portNames ?? [options.name];
    this.endsWithStack = options.endsWithStack;
    this.#options = options;
    this.#spawn();
  }

  get state(): ServerProcessState {
    const { name } = this;
    if (this.#process !== undefined) return { name, state: this.#isStarting ? 'starting' : 'running' };
    return this.#problem === undefined
      ? { name, state: 'stopped' }
      : { name, state: 'failed', problem: this.#problem };
  }

  /**
   * Resolves when the server responds that was started with this object, or when it has ended.
   * @throws UserError when it does not respond in time
   */
  responds(): Promise<void> {
    return this.#responds(this.#process);
  }

  /** Resolves when no process of the server is left. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  /**
   * Resolves when the server responds.
   * @throws UserError when it runs, when its port is in use, and with its last lines when it exits
   */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** Stops the server, if it runs, and starts it. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const result = this.#change.then(change);
    this.#change = result.catch(() => undefined);
    return result;
  }

  #responds(started: RunningProcess | undefined): Promise<void> {
    const { name, ports, responds } = this.#options;
    const hasEnded = () => this.#process !== started;
    if (responds !== undefined) return responds(hasEnded);
    return waitForHttp(name, ports[this.portNames[0] ?? name] as number, hasEnded);
  }

  async #stop(): Promise<void> {
    if (this.#process !== undefined) await this.#options.beforeStop?.();
    const stopped = this.#process;
    this.#process = undefined;
    this.#problem = undefined;
    if (stopped === undefined) return;
    const startTime = systemProcessTable.startTimeOf(stopped.pid);
    if (startTime !== undefined) await terminateTree({ pid: stopped.pid, startTime });
    // A descendant that has left the tree may keep the output open.
    stopped.kill('SIGKILL');
    await stopped.exit;
  }

  async #start(): Promise<void> {
    const { name, ports, afterStart } = this.#options;
    if (this.#process !== undefined) throw new UserError(`${name} runs already`);
    await assertPortsFree(ports, this.portNames);
    this.#isStarting = true;
    try {
      const started = this.#spawn();
      await this.#responds(started);
      if (this.#process !== started) throw new UserError(`${name} ${this.#problem ?? 'was stopped'}`);
      await afterStart?.();
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
    started.exit
      .then((code) => `exited with code ${code}`)
      .catch((error: Error) => `was not started: ${error.message}`)
      .then((problem) => {
        if (this.#process !== started) return;
        this.#process = undefined;
        this.#problem = [problem, ...lines.slice(-SHOWN_LINES)].join('\n');
        if (!this.#isStarting) onExit(problem, lines);
      });
    return started;
  }
}
