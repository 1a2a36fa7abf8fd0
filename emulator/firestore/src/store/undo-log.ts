// Owns the recent past: what each commit changed, newest last, trimmed from the front. From it come reads at an
// earlier time and the resumption of listeners.

import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';

/** One document's step from one version to the next; undefined is absence. */
export interface Change {
  readonly path: string;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

export interface UndoLogEntry {
  readonly commitTime: Micros;
  readonly changes: readonly Change[];
}

/** How far back reads may go, and about how much memory the past may take. */
export const VERSION_RETENTION_MICROS = 3600 * 1e6;
const MAX_UNDO_BYTES = 32 * 1024 * 1024;
/** A change without the version it keeps alive. */
const CHANGE_BYTES = 200;

export class UndoLog {
  #entries: UndoLogEntry[] = [];
  #first = 0;
  #bytes = 0;
  /** Commits at or before this time are no longer known one by one. */
  #oldestReadTime: Micros;

  constructor(oldestReadTime: Micros) {
    this.#oldestReadTime = oldestReadTime;
  }

  /** The earliest time that can be read at. */
  get horizon(): Micros {
    return this.#oldestReadTime;
  }

  append(entry: UndoLogEntry): void {
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    this.#trim(entry.commitTime - VERSION_RETENTION_MICROS);
  }

  /** Forgets everything up to and including `time`. */
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

  /** The versions at `time` of all documents that changed after it, by path. */
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

/** What the log alone keeps in memory for `entry`. */
function bytesOf({ changes }: UndoLogEntry): number {
  let bytes = 0;
  for (const { before } of changes) bytes += CHANGE_BYTES + (before?.bytes ?? 0) * 2;
  return bytes;
}
