import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Store, StoreDump } from './store.ts';

/** Incremented when a change of the state makes older files unreadable. */
const FORMAT = 2;
const SAVE_DELAY_MS = 150;

interface FileContent {
  readonly format: number;
  readonly clockOffsetMs: number;
  readonly store: StoreDump;
}

/**
 * A file that keeps the state across restarts. It is written to a temporary file and renamed, so a
 * crash leaves either the old or the new state.
 */
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
   * Loads the file into the store.
   * @returns the clock's offset in milliseconds, or null when the file does not exist
   * @throws Error that names the file when it is not a data file of this version
   */
  load(): number | null {
    if (!existsSync(this.#path)) return null;
    let content: FileContent;
    try {
      content = JSON.parse(readFileSync(this.#path, 'utf8')) as FileContent;
    } catch (error) {
      throw new Error(
        `${this.#path} is not a savepoint-stripe data file (${String(error)}). Move it away, or choose another file.`,
      );
    }
    if (content.format !== FORMAT) {
      throw new Error(
        `${this.#path} has format ${String(content.format)}, this version reads ${FORMAT}. Move it away, or choose another file.`,
      );
    }
    this.#store.load(content.store);
    return content.clockOffsetMs;
  }

  /** Saves after 150 ms, once for all changes until then. */
  scheduleSave(): void {
    this.#timer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const content: FileContent = {
      format: FORMAT,
      clockOffsetMs: this.#clockOffsetMs(),
      store: this.#store.dump(),
    };
    const temporary = `${this.#path}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 });
    renameSync(temporary, this.#path);
  }
}
