/**
 * A queue for one consumer: iteration yields the pushed values in order, waits for more, and stops
 * after `end()`.
 */
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
