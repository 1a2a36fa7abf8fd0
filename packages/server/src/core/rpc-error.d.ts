/** The canonical status codes (google.rpc.Code). */
export declare const StatusCode: {
    readonly OK: 0;
    readonly CANCELLED: 1;
    readonly UNKNOWN: 2;
    readonly INVALID_ARGUMENT: 3;
    readonly DEADLINE_EXCEEDED: 4;
    readonly NOT_FOUND: 5;
    readonly ALREADY_EXISTS: 6;
    readonly PERMISSION_DENIED: 7;
    readonly RESOURCE_EXHAUSTED: 8;
    readonly FAILED_PRECONDITION: 9;
    readonly ABORTED: 10;
    readonly OUT_OF_RANGE: 11;
    readonly UNIMPLEMENTED: 12;
    readonly INTERNAL: 13;
    readonly UNAVAILABLE: 14;
    readonly DATA_LOSS: 15;
    readonly UNAUTHENTICATED: 16;
};
type StatusName = keyof typeof StatusCode;
export type StatusCode = (typeof StatusCode)[StatusName];
/** A google.protobuf.Any in its JSON form. */
export interface ErrorDetail {
    readonly '@type': string;
    readonly [field: string]: unknown;
}
/**
 * The error of a request that fails with a gRPC status. Any other error that reaches a transport is
 * a bug and becomes INTERNAL. `message` is shown to the developer of the client.
 */
export declare class RpcError extends Error {
    readonly code: StatusCode;
    readonly details: readonly ErrorDetail[];
    constructor(code: StatusCode, message: string, details?: readonly ErrorDetail[]);
}
/**
 * The name of a status code: 'INVALID_ARGUMENT' for 3, 'UNKNOWN' for a number that is not a status
 * code.
 */
export declare function statusName(code: number): StatusName;
/** An RpcError with code INVALID_ARGUMENT. */
export declare function invalidArgument(message: string): RpcError;
/**
 * Converts anything thrown to an RpcError. Errors of other classes become INTERNAL, with the
 * original as `cause`; a stack overflow is the request's, which is nested too deeply.
 */
export declare function toRpcError(error: unknown): RpcError;
export {};
