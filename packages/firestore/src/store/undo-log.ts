import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';

/** The change of one document from one version to the next; undefined stands for absence. */
export interface Change {
  readonly path: string;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

interface UndoLogEntry {
  readonly commitTime: Micros;
  readonly changes: readonly Change[];
}

/** How long old versions are retained, unless they exceed MAX_UNDO_BYTES. */
export const VERSION_RETENTION_MICROS = 3600 * 1e6;
const MAX_UNDO_BYTES = 32 * 1024 * 1024;
/** The approximate size of an entry for one change, without the document that it retains. */
const CHANGE_BYTES = 200;

/**
 * The changes of recent commits, newest last, trimmed from the front. It serves reads at an earlier
 * read time and resumed listeners.
 */
export class UndoLog {
  #entries: UndoLogEntry[] = [];
  #first = 0;
  #bytes = 0;
  /** The time of the newest trimmed commit. */
  #oldestReadTime: Micros;

  constructor(oldestReadTime: Micros) {
    this.#oldestReadTime = oldestReadTime;
  }

  /** The earliest time at which documents can be read. */
  get oldestReadTime(): Micros {
    return this.#oldestReadTime;
  }

  append(entry: UndoLogEntry): void {
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    this.#trim(entry.commitTime - VERSION_RETENTION_MICROS);
  }

  /** Removes entries older than `oldest`, and the oldest ones above the memory limit. */
  #trim(oldest: Micros): void {
    for (;;) {
      const entry = this.#entries[this.#first];
      if (!entry || (entry.commitTime >= oldest && this.#bytes <= MAX_UNDO_BYTES)) break;
      this.#entries[this.#first] = { commitTime: entry.commitTime, changes: [] };
      this.#first++;
      this.#bytes -= bytesOf(entry);
      this.#oldestReadTime = entry.commitTime;
    }
    if (this.#first > 1024 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /**
   * The versions at `time` of all documents that changed after it, by path; undefined for a
   * document that did not exist.
   */
  versionsAt(time: Micros): Map<string, StoredDocument | undefined> {
    const versions = new Map<string, StoredDocument | undefined>();
    for (let i = this.#entries.length - 1; i >= this.#first; i--) {
      const entry = this.#entries[i] as UndoLogEntry;
      if (entry.commitTime <= time) break;
      for (let j = entry.changes.length - 1; j >= 0; j--) {
        const change = entry.changes[j] as Change;
        versions.set(change.path, change.before);
      }
    }
    return versions;
  }
}

/** The approximate memory that only `entry` retains. */
function bytesOf({ changes }: UndoLogEntry): number {
  let bytes = 0;
  for (const { before } of changes) bytes += CHANGE_BYTES + (before?.bytes ?? 0) * 2;
  return bytes;
}
