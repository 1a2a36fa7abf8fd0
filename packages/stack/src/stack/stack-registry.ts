// This user's stacks, in one JSON file for all folders: which names and ports are taken by which
// process. A name keeps its ports after its stack has ended, so addresses stay the same between
// starts.
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { userStatePath } from '../config/user-state.ts';
import { withFileLock } from '../processes/locked-file.ts';
import { type ProcessIdentity, type ProcessTable, systemProcessTable } from '../processes/process-table.ts';
import { UserError } from '../user-error.ts';

/** A running stack, or a name whose ports are kept. */
export interface ClaimedStack {
  readonly name: string;
  /** Absolute path of the project. */
  readonly folder: string;
  readonly ports: Readonly<Record<string, number>>;
  /** The process that runs it. It may be dead. */
  readonly process: ProcessIdentity;
  /** If true, name and ports are kept after the stack has ended. */
  readonly isPersistent: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  /** True once all its servers respond. */
  readonly isReady: boolean;
  /** The server whose address a user opens, once all respond; the hub if absent. */
  readonly page?: string;
}

/** The identity of this process, for a record. */
export function ownIdentity(processes: ProcessTable = systemProcessTable): ProcessIdentity {
  return { pid: process.pid, startTime: processes.startTimeOf(process.pid) ?? 0 };
}

/**
 * Names and ports of stacks. Each method holds the file's lock, so two processes never get the same
 * name or port.
 */
export class StackRegistry {
  /** Absolute path. */
  readonly file: string;
  readonly #processes: ProcessTable;

  constructor(file: string = userStatePath('stacks.json'), processes: ProcessTable = systemProcessTable) {
    this.file = file;
    this.#processes = processes;
  }

  /** All records, by name. */
  list(): ClaimedStack[] {
    return this.#update((records) => records).sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  find(name: string): ClaimedStack | undefined {
    return this.list().find((record) => record.name === name);
  }

  /** Returns whether the process of a record is alive. */
  isRunning({ process: { pid, startTime } }: ClaimedStack): boolean {
    return this.#processes.startTimeOf(pid) === startTime;
  }

  /**
   * Records that a process runs a stack, unless a running stack has its name or one of its ports.
   * Stopped stacks lose their ports to it.
   * @returns `claimed`, or the conflicting record
   */
  claim(record: Omit<ClaimedStack, 'isReady'>): ClaimedStack | 'claimed' {
    const wanted = new Set(Object.values(record.ports));
    const isInTheWay = ({ name, ports }: ClaimedStack) =>
      name === record.name || Object.values(ports).some((port) => wanted.has(port));
    let running: ClaimedStack | undefined;
    this.#update((records) => {
      running = records.find((each) => isInTheWay(each) && this.isRunning(each));
      if (running !== undefined) return records;
      return [...records.filter((each) => !isInTheWay(each)), { ...record, isReady: false }];
    });
    return running ?? 'claimed';
  }

  /** Records that all servers of the stack respond, and which one a user opens. */
  markReady(name: string, page: string = 'hub'): void {
    this.#update((records) =>
      records.map((each) => (each.name === name ? { ...each, isReady: true, page } : each)),
    );
  }

  /**
   * Removes or keeps the record of an ended stack, unless a later start has replaced it. A
   * persistent record keeps its ports.
   */
  release(name: string, owner: ProcessIdentity): void {
    this.#update((records) =>
      records.flatMap((each) => {
        const { pid, startTime } = each.process;
        if (each.name !== name || pid !== owner.pid || startTime !== owner.startTime) return [each];
        return each.isPersistent ? [{ ...each, process: { pid: 0, startTime: 0 }, isReady: false }] : [];
      }),
    );
  }

  /** Forgets the kept names of stopped stacks, with their ports. Returns their number. */
  forgetStopped(): number {
    let count = 0;
    this.#update((records) => {
      const running = records.filter((each) => this.isRunning(each));
      count = records.length - running.length;
      return running;
    });
    return count;
  }

  #update(change: (records: readonly ClaimedStack[]) => readonly ClaimedStack[]): ClaimedStack[] {
    try {
      return withFileLock(this.file, this.#processes, () => {
        // A killed process could not release its record.
        const records = this.#read().filter((each) => each.isPersistent || this.isRunning(each));
        const changed = change(records);
        writeFileAtomically(this.file, `${JSON.stringify(changed, null, 2)}\n`);
        return [...changed];
      });
    } catch (error) {
      throw new UserError(
        `The list of stacks, ${this.file}, cannot be used: ${(error as Error).message}`,
        'Set SAVEPOINT_STATE_FOLDER to a writable folder, or delete the file if it is damaged.',
      );
    }
  }

  #read(): readonly ClaimedStack[] {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as readonly ClaimedStack[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
