/**
 * The lifetime of a client's connection, independent of the transport: the transport calls `close`.
 */
export class ClientConnection {
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  /** True after the connection has closed. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `listener` when the connection closes. Returns a function that removes the listener. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Marks the connection as closed and notifies the listeners. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
