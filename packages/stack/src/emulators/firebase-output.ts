// What firebase-tools prints about its progress and about functions that cannot be loaded.
import { UserError } from '../user-error.ts';
import { describeLoadFailure, LOAD_FAILURE, LOAD_FAILURE_DETAIL, type LoadFailure } from './load-failure.ts';

const READY = /All emulators ready/;
const WORKERS_STARTED = /The workers have started\./;
const MAX_LINES = 40;

/** The lines that firebase-tools prints, which may be started again. */
export class FirebaseOutput {
  #ready = Promise.withResolvers<void>();
  readonly #workers = Promise.withResolvers<void>();
  readonly #lines: string[] = [];
  #isReady = false;
  #loading:
    | { readonly folder: string; readonly lines: string[]; readonly resolve: (failure: LoadFailure) => void }
    | undefined;

  /**
   * The process has just been started. Resolves once the functions are loaded and every port
   * responds; rejects with a UserError when the functions cannot be loaded.
   */
  awaitReady(): Promise<void> {
    this.#ready = Promise.withResolvers<void>();
    this.#ready.promise.catch(() => undefined);
    this.#isReady = false;
    this.#lines.length = 0;
    return this.#ready.promise;
  }

  /**
   * Resolves once the workers that functions share have started; a function can be called before,
   * and waits for its worker.
   */
  get workersStarted(): Promise<void> {
    return this.#workers.promise;
  }

  /** There are no functions whose workers start. */
  expectNoWorkers(): void {
    this.#workers.resolve();
  }

  /** Reads the next line. Returns whether it says more than the summary of a load failure. */
  add(line: string): boolean {
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    if (READY.test(line)) {
      this.#isReady = true;
      this.#ready.resolve();
    }
    if (WORKERS_STARTED.test(line)) this.#workers.resolve();
    // Functions that cannot be loaded at the start are an error; later, the last ones that could
    // stay in place.
    if (LOAD_FAILURE.test(line) && !this.#isReady) this.#ready.reject(loadError(this.#lines));
    if (this.#loading !== undefined) {
      this.#loading.lines.push(line);
      const { folder, lines, resolve } = this.#loading;
      if (LOAD_FAILURE.test(line)) resolve(describeLoadFailure(lines, folder));
    }
    const hidesDetails = !this.#isReady || this.#loading !== undefined;
    return !hidesDetails || !LOAD_FAILURE_DETAIL.test(line);
  }

  /** Resolves when the functions in a folder cannot be loaded from now on, until `stop`. */
  awaitLoadFailure(folder: string): { readonly failure: Promise<LoadFailure>; stop(): void } {
    const { promise, resolve } = Promise.withResolvers<LoadFailure>();
    const current = { folder, lines: [], resolve };
    this.#loading = current;
    return {
      failure: promise,
      stop: () => {
        if (this.#loading === current) this.#loading = undefined;
      },
    };
  }
}

function loadError(lines: readonly string[]): UserError {
  const { reason, remedy } = describeLoadFailure(lines);
  return new UserError(`The functions cannot be loaded: ${reason}`, remedy);
}
