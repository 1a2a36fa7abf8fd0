import { RpcError, StatusCode } from '../core/rpc-error.ts';

/** Limits on unread live messages of a slow reader, and on the bytes of their documents. */
const MAX_PENDING_MESSAGES = 20_000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;

/**
 * The unread responses of one stream. Initial results are queued as iterables and created on
 * demand. Live messages count against a limit; a reader that exceeds it is disconnected with
 * RESOURCE_EXHAUSTED.
 */
export class Outbox<T> implements AsyncIterable<T> {
  readonly #queue: Iterator<T>[] = [];
  #head = 0;
  #pendingMessages = 0;
  #pendingBytes = 0;
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  /** True after `end`, `fail` or an exceeded limit. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Queues live messages. `bytes` is the approximate memory that they retain. */
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

  /** Queues messages that are created when the reader reaches them. */
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

  /** Ends the stream after the queued messages. */
  end(): void {
    this.#ended = true;
    this.#signal();
  }

  /** Ends the stream with `error` after the queued messages. */
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
