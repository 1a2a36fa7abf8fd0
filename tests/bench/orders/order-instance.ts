import { type ChildProcess, fork } from 'node:child_process';
import type { Outcome } from './order-process.ts';

/** A process that creates orders, several at once. */
export class OrderInstance {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #orders = 0;

  constructor(projectId: string) {
    this.#process = fork(new URL('./order-process.ts', import.meta.url), [projectId]);
    this.#process.on('message', ({ id, ...outcome }: Outcome & { id: number }) => {
      this.#pending.get(id)?.(outcome);
      this.#pending.delete(id);
    });
    this.#process.on('exit', () => {
      for (const end of this.#pending.values()) end({ milliseconds: 0, rejection: 'the process ended' });
    });
  }

  order(uid: string, productId: string): Promise<Outcome> {
    const id = this.#orders++;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#process.send({ id, uid, productId });
    });
  }

  stop(): void {
    this.#process.kill();
  }
}
