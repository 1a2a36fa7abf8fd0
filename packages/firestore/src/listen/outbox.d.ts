/**
 * The unread responses of one stream. Initial results are queued as iterables and created on
 * demand; live messages count against a limit, and a reader that exceeds it is disconnected with
 * RESOURCE_EXHAUSTED.
 */
export declare class Outbox<T> implements AsyncIterable<T> {
    #private;
    /** True after `end`, `fail` or an exceeded limit. */
    get ended(): boolean;
    /** Queues live messages; `bytes` is the approximate memory that they retain. */
    send(messages: readonly T[], bytes?: number): void;
    /** Queues messages that are created when the reader reaches them. */
    sendLazily(messages: Iterable<T>): void;
    /** Ends the stream after the queued messages. */
    end(): void;
    /** Ends the stream with `error` after the queued messages. */
    fail(error: unknown): void;
    [Symbol.asyncIterator](): AsyncGenerator<T>;
}
