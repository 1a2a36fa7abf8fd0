import { type RpcError, StatusCode, statusName } from '../core/rpc-error.ts';

/**
 * The HTTP mapping of google/rpc/code.proto. The lite SDK derives its error code from this number
 * alone.
 */
const HTTP_STATUS: Readonly<Record<StatusCode, number>> = {
  [StatusCode.OK]: 200,
  [StatusCode.CANCELLED]: 499,
  [StatusCode.UNKNOWN]: 500,
  [StatusCode.INVALID_ARGUMENT]: 400,
  [StatusCode.DEADLINE_EXCEEDED]: 504,
  [StatusCode.NOT_FOUND]: 404,
  [StatusCode.ALREADY_EXISTS]: 409,
  [StatusCode.PERMISSION_DENIED]: 403,
  [StatusCode.RESOURCE_EXHAUSTED]: 429,
  [StatusCode.FAILED_PRECONDITION]: 400,
  [StatusCode.ABORTED]: 409,
  [StatusCode.OUT_OF_RANGE]: 400,
  [StatusCode.UNIMPLEMENTED]: 501,
  [StatusCode.INTERNAL]: 500,
  [StatusCode.UNAVAILABLE]: 503,
  [StatusCode.DATA_LOSS]: 500,
  [StatusCode.UNAUTHENTICATED]: 401,
};

/** The HTTP status of an error, e.g. 403 for PERMISSION_DENIED. */
export function httpStatus(error: RpcError): number {
  return HTTP_STATUS[error.code];
}

/** The JSON body of an error: `{"error":{"code":403,"message":…,"status":"PERMISSION_DENIED"}}`. */
export function errorBody(error: RpcError): { error: Record<string, unknown> } {
  return {
    error: {
      code: httpStatus(error),
      message: error.message,
      status: statusName(error.code),
      ...(error.details.length > 0 && { details: error.details }),
    },
  };
}
