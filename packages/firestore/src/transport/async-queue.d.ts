/**
 * A queue for one consumer: iteration yields the pushed values in order, waits for more, and stops
 * after `end()`.
 */
export declare class AsyncQueue<T> implements AsyncIterable<T> {
    #private;
    push(value: T): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncGenerator<T>;
}
