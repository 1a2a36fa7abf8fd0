import { type ChildProcess, fork } from 'node:child_process';
import type { Outcome, Shopper } from './order-process.ts';

/** A process that creates orders, several at once. */
export class OrderInstance {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  #orders = 0;

  constructor(projectId: string) {
    // The settings of the functions. A stack says where its payments are; elsewhere there are none.
    const env = {
      ...process.env,
      ...{ GCLOUD_PROJECT: projectId, FIREBASE_CONFIG: JSON.stringify({ projectId }) },
      ...{ STRIPE_API_BASE: 'off', STRIPE_SECRET_KEY: 'sk_test_bench', ORDERS_PER_HOUR: '1000000' },
    };
    this.#process = fork(new URL('./order-process.ts', import.meta.url), { env });
    this.#process.on('message', ({ id, ...outcome }: Outcome & { id: number }) => {
      this.#pending.get(id)?.(outcome);
      this.#pending.delete(id);
    });
    this.#process.on('exit', () => {
      for (const end of this.#pending.values()) end({ milliseconds: 0, rejection: 'the process ended' });
    });
  }

  order(shopper: Shopper, productId: string): Promise<Outcome> {
    const id = this.#orders++;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#process.send({ id, ...shopper, productId });
    });
  }

  stop(): void {
    this.#process.kill();
  }
}
