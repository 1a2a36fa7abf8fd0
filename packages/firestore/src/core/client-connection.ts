/** The lifetime of a client's connection, independent of the transport, which calls `close`. */
export class ClientConnection {
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `listener` when the connection closes. Returns a function that removes the listener. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
