// Owns the news that a client's connection has ended. Knows no sockets: a transport says so.

export class ClientConnection {
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  /** True once nothing more can come over it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `listener` when the connection ends; the returned function takes that back. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Says that the connection has ended. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
