// Parses firebase-tools' output: its progress, and functions that cannot be loaded.
import {
  describeLoadFailure,
  LOAD_FAILURE,
  LOAD_FAILURE_DETAIL,
  type LoadFailure,
  loadedFolder,
} from './load-failure.ts';

const READY = /All emulators ready/;
const WORKERS_STARTED = /The workers have started\./;
const MAX_LINES = 40;

/** Parses lines that firebase-tools prints. The process may be restarted. */
export class FirebaseOutput {
  #ready = Promise.withResolvers<void>();
  readonly #workers = Promise.withResolvers<void>();
  readonly #lines: string[] = [];
  /** Folder of the codebase that was loaded last. */
  #folder = '';
  readonly #failures = new Map<string, LoadFailure>();
  #isReady = false;
  #loading:
    | { readonly folder: string; readonly lines: string[]; readonly resolve: (failure: LoadFailure) => void }
    | undefined;

  /**
   * Call this when the process has just been started. Resolves once all functions are loaded or
   * have failed to load, and every port responds.
   */
  awaitReady(): Promise<void> {
    this.#ready = Promise.withResolvers<void>();
    this.#isReady = false;
    this.#lines.length = 0;
    this.#failures.clear();
    return this.#ready.promise;
  }

  /**
   * Resolves once the shared workers have started. Functions can be called earlier; the call then
   * waits for its worker.
   */
  get workersStarted(): Promise<void> {
    return this.#workers.promise;
  }

  /** The reasons why functions could not be loaded at the start, by codebase folder. */
  get loadFailures(): ReadonlyMap<string, LoadFailure> {
    return this.#failures;
  }

  /** Call this when no functions have workers. */
  expectNoWorkers(): void {
    this.#workers.resolve();
  }

  /** Parses the next line. Returns whether it says more than the summary of a load failure. */
  add(line: string): boolean {
    const folder = loadedFolder(line);
    if (folder !== undefined) {
      this.#folder = folder;
      this.#lines.length = 0;
    }
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    if (READY.test(line)) {
      this.#isReady = true;
      this.#ready.resolve();
    }
    if (WORKERS_STARTED.test(line)) this.#workers.resolve();
    if (LOAD_FAILURE.test(line) && !this.#isReady) {
      this.#failures.set(this.#folder, describeLoadFailure(this.#lines, this.#folder));
    }
    if (this.#loading !== undefined) {
      this.#loading.lines.push(line);
      const { folder, lines, resolve } = this.#loading;
      if (LOAD_FAILURE.test(line)) resolve(describeLoadFailure(lines, folder));
    }
    const hidesDetails = !this.#isReady || this.#loading !== undefined;
    return !hidesDetails || !LOAD_FAILURE_DETAIL.test(line);
  }

  /** Resolves when the functions in a folder fail to load from now on, until `stop` is called. */
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
