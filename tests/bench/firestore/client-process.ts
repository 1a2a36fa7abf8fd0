import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClientMessage } from './client.ts';
import type { ServerProcess } from './server-process.ts';

/** One measurement, with CPU times of server and client in milliseconds per operation. */
export interface Sample {
  readonly value: number;
  readonly serverCpu: number;
  readonly clientCpu: number;
  /** Wall time in milliseconds per operation. */
  readonly wall: number;
}

const CLIENT = fileURLToPath(new URL('./client.ts', import.meta.url));

/** A client process, as seen by its parent. It runs one benchmark at a time. */
export class ClientProcess {
  readonly #server: ServerProcess;
  readonly #child: ChildProcess;

  constructor(server: ServerProcess, documents: number) {
    this.#server = server;
    this.#child = fork(CLIENT, [server.address, String(documents)]);
  }

  /** Runs the benchmark called `name`. Rejects when it fails or takes more than `limitMs`. */
  async measure(name: string, limitMs: number): Promise<Sample> {
    const serverEnded = new AbortController();
    void this.#server.ended.then(() => serverEnded.abort());
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), serverEnded.signal]);
    let [server, client, wall] = [0, 0, 0];
    const add = async (sign: 1 | -1, cpu: NodeJS.CpuUsage) => {
      server += sign * (await this.#server.cpuMs());
      client += (sign * (cpu.user + cpu.system)) / 1000;
      wall += sign * performance.now();
      this.#child.send('continue');
    };
    this.#child.send(name);
    for (;;) {
      const [message] = (await once(this.#child, 'message', { signal }).catch(() => {
        throw new Error(serverEnded.signal.aborted ? 'the server ended' : `more than ${limitMs / 1000} s`);
      })) as [ClientMessage];
      if (message.kind === 'failed') throw new Error(message.reason);
      if (message.kind === 'done') {
        const each = (total: number) => total / message.operations;
        return {
          value: message.value,
          serverCpu: each(server),
          clientCpu: each(client),
          wall: each(wall),
        };
      }
      await add(message.kind === 'begin' ? -1 : 1, message.cpu);
    }
  }

  /** Kills the process. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
