import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { QueryRequest, QueryResult } from './run-query.ts';

const DEFAULT_TIME_LIMIT_MS = 5_000;
const HEAP_MIB = 512;

type Reply = { readonly result: QueryResult } | { readonly error: string };

/**
 * Runs queries on a file, one after another, in a read-only process that is killed when a query
 * takes too long.
 */
export class QueryRunner {
  readonly #file: string;
  readonly #timeLimitMs: number;
  #process: Promise<ChildProcess> | undefined;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(file: string, timeLimitMs = DEFAULT_TIME_LIMIT_MS) {
    this.#file = file;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Rejects with an Error that describes the problem with the query. */
  run(request: QueryRequest): Promise<QueryResult> {
    const result = this.#last.then(() => this.#runNow(request));
    this.#last = result.catch(() => undefined);
    return result;
  }

  close(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  async #runNow(request: QueryRequest): Promise<QueryResult> {
    if (this.#isClosed) throw new Error('The event log is stopping.');
    const child = await this.#start();
    const timeout = AbortSignal.timeout(this.#timeLimitMs);
    const ended = new AbortController();
    child.send(request);
    try {
      const reply = await Promise.race([
        once(child, 'message', { signal: AbortSignal.any([timeout, ended.signal]) }) as Promise<[Reply]>,
        once(child, 'exit', { signal: ended.signal }).then((): never => {
          throw new Error('The query process exited: the query needs too much memory.');
        }),
      ]);
      if ('error' in reply[0]) throw new Error(reply[0].error);
      return reply[0].result;
    } catch (error) {
      if (!timeout.aborted) throw error;
      child.kill('SIGKILL');
      this.#process = undefined;
      throw new Error(`The query took longer than ${this.#timeLimitMs / 1000} s.`);
    } finally {
      ended.abort();
    }
  }

  /**
   * Resolves with the process once it listens: on a busy machine, its start must not count as query
   * time.
   */
  #start(): Promise<ChildProcess> {
    this.#process ??= this.#fork().catch((error: Error) => {
      this.#process = undefined;
      throw error;
    });
    return this.#process;
  }

  async #fork(): Promise<ChildProcess> {
    const child = fork(
      join(import.meta.dirname, `query-process${extname(import.meta.filename)}`),
      [this.#file],
      {
        execArgv: [`--max-old-space-size=${HEAP_MIB}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.#child = child;
    const exited = once(child, 'exit').then(() => {
      if (this.#child === child) this.#process = undefined;
      throw new Error('The query process exited.');
    });
    exited.catch(() => undefined);
    await Promise.race([once(child, 'message'), exited]);
    // An idle child does not keep this process alive.
    child.unref();
    child.channel?.unref();
    return child;
  }
}
