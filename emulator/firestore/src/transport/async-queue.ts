// Owns a queue that one side pushes to and the other iterates: how a stream's incoming messages reach the service.

/** Pushed values in order; the iteration waits while the queue is empty and ends after `end()`. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #values: T[] = [];
  #isEnded = false;
  #wake: (() => void) | undefined;

  push(value: T): void {
    if (this.#isEnded) return;
    this.#values.push(value);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#values.length > 0) yield this.#values.shift() as T;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
