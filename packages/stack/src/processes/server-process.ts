import type { Ports } from '../config/ports.ts';
import { assertPortsFree } from '../config/ports.ts';
import { UserError } from '../user-error.ts';
import { systemProcessTable } from './process-table.ts';
import type { ProcessSpec, Run, RunningProcess } from './run.ts';
import { terminateTree } from './terminate-run.ts';
import { waitForHttp } from './wait-for-http.ts';

const MAX_LINES = 20;

/** How a server is started, each time the same. */
export interface ServerProcessOptions {
  readonly run: Run;
  /** Its name among the servers of the stack. */
  readonly name: string;
  readonly ports: Ports;
  readonly process: Omit<ProcessSpec, 'name'>;
  /**
   * Called when the server exits by itself, not when it was stopped on purpose or did not come up
   * again.
   */
  readonly onExit: (problem: string) => void;
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
  readonly #options: ServerProcessOptions;
  #process: RunningProcess | undefined;
  #problem: string | undefined;
  #isStarting = false;
  /** One change at a time: two pages may ask for different ones. */
  #change: Promise<unknown> = Promise.resolve();

  /** Starts the server, and does not wait for it. */
  constructor(options: ServerProcessOptions) {
    this.name = options.name;
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

  async #stop(): Promise<void> {
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
    const { name, ports } = this.#options;
    if (this.#process !== undefined) throw new UserError(`${name} runs already`);
    await assertPortsFree(ports, [name]);
    this.#isStarting = true;
    try {
      const started = this.#spawn();
      const hasEnded = () => this.#process !== started;
      await waitForHttp(name, ports[name] as number, hasEnded);
      if (hasEnded()) throw new UserError(`${name} ${this.#problem ?? 'was stopped'}`);
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
        this.#problem = [problem, ...lines].join('\n');
        if (!this.#isStarting) onExit(problem);
      });
    return started;
  }
}
