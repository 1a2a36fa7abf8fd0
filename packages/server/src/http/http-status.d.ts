import { type RpcError } from '../core/rpc-error.ts';
/** The HTTP status of an error, e.g. 403 for PERMISSION_DENIED. */
export declare function httpStatus(error: RpcError): number;
/** The JSON body of an error: `{"error":{"code":403,"message":…,"status":"PERMISSION_DENIED"}}`. */
export declare function errorBody(error: RpcError): {
    error: Record<string, unknown>;
};
