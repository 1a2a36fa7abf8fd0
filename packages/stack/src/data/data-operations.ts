import { join } from 'node:path';
import { type Project, statePath } from '../config/project.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import type { Run } from '../processes/run.ts';
import { dataPorts, loadInitialData, resetData, type SeedOptions, type StackRecord } from './reset-data.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';
import { DataLossError, exportData, protectData, restoreData, type StackData } from './stack-data.ts';
import { countValues } from './stored-databases.ts';

/** The numbers of documents, accounts, files and Realtime Database values in a snapshot. */
export interface DataCounts {
  readonly documents: number;
  readonly accounts: number;
  readonly files: number;
  readonly values: number;
}

/**
 * Operations on all data of a running stack, one at a time. They run in the stack's own process, so
 * an interrupted or killed command does not abort them, and triggers stay disabled no longer than
 * that process lives.
 */
export class DataOperations {
  readonly #project: Project;
  readonly #run: Run;
  readonly #stack: StackRecord;
  readonly #recoveryFolder: string;
  readonly #ending = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #loss: DataLossError | undefined;

  /** @param recoveryFolder for data that could not be written back */
  constructor(
    project: Project,
    run: Run,
    stack: StackRecord,
    recoveryFolder = statePath(project.folder, 'snapshots'),
  ) {
    this.#project = project;
    this.#run = run;
    this.#stack = stack;
    this.#recoveryFolder = recoveryFolder;
  }

  /** Returns the stack to its initial data. */
  reset(options: SeedOptions = {}): Promise<void> {
    return this.#replace(() =>
      resetData(this.#project, this.#run, this.#stack, this.#withProtection(options)),
    );
  }

  /** Adds the initial data to the current data. */
  seed(options: SeedOptions = {}): Promise<void> {
    const protection = this.#withProtection(options);
    const load = () => loadInitialData(this.#project, this.#run, this.#stack, protection);
    return this.#change(() => protectData(this.#project.id, dataPorts(this.#stack), load, protection));
  }

  /** Runs a task while no operation runs. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#inTurn(task);
  }

  /** Reads all data. */
  snapshot(): Promise<StackData> {
    return this.#inTurn(() => exportData(this.#project.id, dataPorts(this.#stack)));
  }

  /** Replaces all data by these. */
  restore(data: StackData): Promise<void> {
    const { id } = this.#project;
    return this.#replace(() => restoreData(id, dataPorts(this.#stack), data, this.#withProtection({})));
  }

  /** Writes a snapshot to a file. */
  async save(file: string): Promise<DataCounts> {
    const data = await this.snapshot();
    writeSnapshot(file, data);
    return countsOf(data);
  }

  /** Replaces all data by those of a snapshot. */
  async load(file: string): Promise<DataCounts> {
    const data = readSnapshot(file);
    await this.restore(data);
    return countsOf(data);
  }

  /**
   * Accepts no more operations, stops a running seed, and resolves when the data are either those
   * from before or those from after the operation, and every server that stores data runs.
   * @throws DataLossError when the data are in neither state, or when a server has lost its part
   */
  async end(): Promise<void> {
    this.#ending.abort(new Error('The stack is ending.'));
    await this.#last;
    if (this.#loss !== undefined) throw this.#loss;
    await this.#startStopped();
  }

  /** A server that was stopped on purpose has its data again once it is started. */
  async #startStopped(): Promise<void> {
    const { processes = [], servers, ports } = this.#stack;
    const storing = processes.filter(({ storesData }) => storesData);
    for (const server of storing) if (server.state.state === 'stopped') await server.start();
    const failed = storing.map(({ state }) => state).find(({ state }) => state === 'failed');
    if (failed === undefined) return;
    const others = servers.filter((name) => !failed.ports.includes(name));
    const left = await exportData(this.#project.id, dataPorts({ ports, servers: others }));
    const [problem] = failed.problem?.split('\n') ?? [];
    throw new DataLossError(
      `${failed.name} ${problem}, so the data are not complete and were not exported`,
      `${left.documents.length} documents are left. ${this.#withProtection({}).keep(left)}`,
    );
  }

  #withProtection<Options>(options: Options) {
    const keep = (data: StackData) => {
      const file = join(this.#recoveryFolder, `before-${Date.now()}.json`);
      try {
        writeSnapshot(file, data);
        return `They are in ${file}.`;
      } catch (error) {
        return `They could not be written to ${file} either: ${(error as Error).message}.`;
      }
    };
    return { ...options, signal: this.#ending.signal, keep };
  }

  /** Runs a change that leaves the stack with known data, even after an earlier loss. */
  async #replace<T>(task: () => Promise<T>): Promise<T> {
    return this.#change(async () => {
      const result = await task();
      this.#loss = undefined;
      return result;
    });
  }

  #change<T>(task: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => withTriggersDisabled(this.#stack, task));
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      this.#ending.signal.throwIfAborted();
      return task();
    });
    this.#last = result.catch((error: unknown) => {
      if (error instanceof DataLossError) this.#loss = error;
    });
    return result;
  }
}

function countsOf({ documents, accounts, tenants, objects, databases = [] }: StackData): DataCounts {
  const ofTenants = tenants.reduce((sum, tenant) => sum + tenant.accounts.length, 0);
  return {
    ...{ documents: documents.length, accounts: accounts.length + ofTenants, files: objects.length },
    values: databases.reduce((sum, { data }) => sum + countValues(data), 0),
  };
}
