/**
 * The lifetime of a client's connection, independent of the transport: the transport calls `close`.
 */
export declare class ClientConnection {
    #private;
    /** True after the connection has closed. */
    get isClosed(): boolean;
    /** Calls `listener` when the connection closes. Returns a function that removes the listener. */
    onClose(listener: () => void): () => void;
    /** Marks the connection as closed and notifies the listeners. */
    close(): void;
}
