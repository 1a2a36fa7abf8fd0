// Owns the answers of one stream that its reader has not taken yet. Initial results wait as iterables and are
// made when pulled; live messages are counted and weighed, and a reader that lets too many pile up is cut off.

import { RpcError, StatusCode } from '../core/rpc-error.ts';

/** Live messages a slow reader may be behind, and their documents' bytes. */
const MAX_PENDING_MESSAGES = 20_000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

export class Outbox<T> implements AsyncIterable<T> {
  readonly #queue: Iterator<T>[] = [];
  #head = 0;
  #pendingMessages = 0;
  #pendingBytes = 0;
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  /** True once nothing more can be sent. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Queues live messages, which keep about `bytes` in memory. */
  send(messages: readonly T[], bytes = 0): void {
    if (this.#ended || messages.length === 0) return;
    this.#pendingMessages += messages.length;
    this.#pendingBytes += bytes;
    if (this.#pendingMessages > MAX_PENDING_MESSAGES || this.#pendingBytes > MAX_PENDING_BYTES) {
      this.#queue.length = 0;
      this.#head = 0;
      this.fail(
        new RpcError(
          StatusCode.RESOURCE_EXHAUSTED,
          `The reader of this stream is more than ${MAX_PENDING_MESSAGES} messages or ${MAX_PENDING_BYTES / 2 ** 20} MiB ` +
            'behind; listen again to catch up.',
        ),
      );
      return;
    }
    this.#queue.push(this.#counted(messages, bytes));
    this.#signal();
  }

  /** Queues messages that are made when their turn comes. */
  sendLazily(messages: Iterable<T>): void {
    if (this.#ended) return;
    this.#queue.push(messages[Symbol.iterator]());
    this.#signal();
  }

  *#counted(messages: readonly T[], bytes: number): Generator<T> {
    this.#pendingBytes -= bytes;
    for (const message of messages) {
      this.#pendingMessages--;
      yield message;
    }
  }

  /** Ends the stream after what is queued. */
  end(): void {
    this.#ended = true;
    this.#signal();
  }

  /** Ends the stream with `error` after what is queued. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#error = error;
    this.end();
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const messages = this.#queue[this.#head];
      if (messages) {
        const next = messages.next();
        if (!next.done) yield next.value;
        else this.#advance();
      } else if (this.#ended) {
        if (this.#error !== undefined) throw this.#error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #advance(): void {
    this.#head++;
    if (this.#head < 256 || this.#head * 2 < this.#queue.length) return;
    this.#queue.splice(0, this.#head);
    this.#head = 0;
  }
}
