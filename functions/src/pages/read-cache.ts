// A cache of asynchronous reads within one function instance.

interface ReadCacheOptions {
  /** Lifetime of an entry, counted from the start of its read; 0 switches caching off. */
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
 * Concurrent reads of one key share a promise. A read that rejects is not cached. Beyond
 * `maxEntries` the entry that was read longest ago is evicted.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions;
  readonly #entries = new Map<string, CacheEntry>();

  constructor(options: ReadCacheOptions) {
    this.#options = options;
  }

  /**
   * The cached result of `key`, or that of `load`. All reads of one key must have results of one
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
    // A Map iterates in order of insertion, so the first key is always that of the oldest read.
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
