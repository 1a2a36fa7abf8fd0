// Delays of commits to hot documents and young collections: the emulator's model of `--limits
// enforce`, in virtual time.
import { RpcError } from '../../../packages/firestore/src/core/rpc-error.ts';
import { Admission } from '../../../packages/firestore/src/limits/admission.ts';
import { Traffic } from '../../../packages/firestore/src/limits/traffic.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { FirestoreError } from './firestore-error.ts';

const MICROS_PER_MS = 1000;

export class SoftLimits {
  readonly #clock: () => number;
  readonly #traffic: Traffic;
  readonly #admission: Admission;

  constructor(simulation: Simulation) {
    this.#clock = () => simulation.now * MICROS_PER_MS;
    this.#traffic = new Traffic({
      database: 'simulation',
      indexes: () => undefined,
      expected: {},
      onFinding: () => undefined,
    });
    this.#admission = new Admission(this.#clock, this.#traffic);
  }

  /**
   * Returns how many milliseconds a commit of these documents takes. Throws ABORTED or
   * RESOURCE_EXHAUSTED if it would have to wait too long.
   */
  admit(paths: readonly string[]): number {
    // A collection is young from its first traffic.
    for (const path of paths) this.#traffic.readDocument(path, this.#clock());
    try {
      return this.#admission.admit(paths);
    } catch (error) {
      throw error instanceof RpcError ? new FirestoreError(error.code, error.message) : error;
    }
  }
}
