import type { Socket } from 'node:net';
import { type DescMethod } from '@bufbuild/protobuf';
import { RpcError } from '../core/rpc-error.ts';
/** A gRPC server without a listening socket of its own. */
export interface GrpcServer {
    /** Serves one HTTP/2 connection with prior knowledge. */
    accept(socket: Socket): void;
    /** Cancels all calls and closes all connections. */
    close(): void;
}
/** One call, as a method sees it. */
export interface GrpcCall {
    /** The first value of a header. */
    header(name: string): string | undefined;
    /** 'address:port' of the client. */
    readonly peer: string;
    /** Aborted when the client cancels the call or disconnects. */
    readonly signal: AbortSignal;
}
/** A method of a service. */
export interface GrpcMethod {
    /** Such as `/google.pubsub.v1.Publisher/Publish`. */
    readonly path: string;
    /** Its messages and kind. Methods that only stream requests are not supported. */
    readonly method: DescMethod;
    /**
     * Runs a call. Takes a message, or an async iterable of them where requests are streamed, and
     * returns a promise of a message, or an async iterable where responses are streamed. Errors other
     * than RpcError become INTERNAL.
     */
    readonly run: (request: unknown, call: GrpcCall) => unknown;
}
/** The options of a gRPC server. */
export interface GrpcOptions {
    /** A larger request is rejected with INVALID_ARGUMENT. */
    readonly maxRequestBytes: number;
    /** Why calls to this `:authority` are rejected, or undefined; none are when absent. */
    readonly rejectAuthority?: ((authority: string) => string | undefined) | undefined;
    /** Called for every call that failed, with the lowerCamelCase name of its method. */
    readonly onError?: ((method: string, error: RpcError) => void) | undefined;
    /** An error with details as an encoded google.rpc.Status. */
    readonly encodeStatus: (error: RpcError) => Uint8Array;
}
/** A gRPC server for `methods` that does not listen itself: connections are passed to `accept`. */
export declare function createGrpcServer(methods: readonly GrpcMethod[], options: GrpcOptions): GrpcServer;
