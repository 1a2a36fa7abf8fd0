// Owns the optional file that keeps the state over restarts. Written whole, beside itself first, then renamed, so that
// a crash leaves the old file or the new one, never half of one.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Store, StoreDump } from './store.ts';

const FORMAT = 2;
const WRITE_AFTER_MS = 150;

interface FileContent {
  readonly format: number;
  readonly clockOffsetMs: number;
  readonly store: StoreDump;
}

/** Keeps a store in a file. */
export class DataFile {
  readonly #path: string;
  readonly #store: Store;
  readonly #clockOffsetMs: () => number;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, store: Store, clockOffsetMs: () => number) {
    this.#path = path;
    this.#store = store;
    this.#clockOffsetMs = clockOffsetMs;
  }

  /**
   * Reads the file into the store. A file that is not there is an empty state.
   * @returns how far the clock was ahead, or null when there was no file
   * @throws Error that names the file when it cannot be read as ours
   */
  load(): number | null {
    if (!existsSync(this.#path)) return null;
    let content: FileContent;
    try {
      content = JSON.parse(readFileSync(this.#path, 'utf8')) as FileContent;
    } catch (error) {
      throw new Error(
        `${this.#path} is not a savepoint-stripe data file (${String(error)}). Move it away or name another.`,
      );
    }
    if (content.format !== FORMAT) {
      throw new Error(
        `${this.#path} has format ${String(content.format)}, this version reads ${FORMAT}. Move it away or name another.`,
      );
    }
    this.#store.load(content.store);
    return content.clockOffsetMs;
  }

  /** Writes soon; several changes make one write. */
  scheduleSave(): void {
    this.#timer ??= setTimeout(() => this.save(), WRITE_AFTER_MS);
  }

  /** Writes now. */
  save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const content: FileContent = {
      format: FORMAT,
      clockOffsetMs: this.#clockOffsetMs(),
      store: this.#store.dump(),
    };
    const beside = `${this.#path}.${process.pid}.tmp`;
    writeFileSync(beside, JSON.stringify(content), { mode: 0o600 });
    renameSync(beside, this.#path);
  }
}
