// A cache of asynchronous reads within one function instance.

interface ReadCacheOptions {
  /** Lifetime of an entry, counted from the start of its read; 0 disables caching. */
  readonly seconds: number;
  readonly maxEntries: number;
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface CacheEntry {
  readonly expiresAt: number;
  readonly result: Promise<unknown>;
}

/**
 * Concurrent reads of a key share a promise. Rejected reads are not cached. Beyond `maxEntries`,
 * the entry with the oldest read is evicted.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions;
  readonly #entries = new Map<string, CacheEntry>();

  constructor(options: ReadCacheOptions) {
    this.#options = options;
  }

  /**
   * The cached result for `key`, or that of `load`. All reads of a key must have results of one
   * type.
   */
  read<T>(key: string, load: () => Promise<T>): Promise<T> {
    const { seconds, maxEntries, now } = this.#options;
    if (seconds === 0) return load();
    const cached = this.#entries.get(key);
    if (cached !== undefined && cached.expiresAt > now()) return cached.result as Promise<T>;
    const expiresAt = now() + seconds * 1000;
    const result = load();
    const entry: CacheEntry = { expiresAt, result };
    // A Map iterates in insertion order, so the first key belongs to the oldest read.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    result.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return result;
  }
}
