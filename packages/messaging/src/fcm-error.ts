// The errors of the FCM v1 API, in the format from which SDKs derive their codes:
// https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode
import { type ErrorDetail, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

/** A message that FCM refuses: `messaging/invalid-argument`. */
export function invalidMessage(field: string, description: string): RpcError {
  return new RpcError(StatusCode.INVALID_ARGUMENT, description, [
    { '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' },
    violation(field, description),
  ]);
}

/** JSON with a wrong type. */
export function invalidJson(field: string, description: string): RpcError {
  return new RpcError(StatusCode.INVALID_ARGUMENT, description, [violation(field, description)]);
}

/** A token of an uninstalled app: `messaging/registration-token-not-registered`. */
export function unregistered(): RpcError {
  return new RpcError(StatusCode.NOT_FOUND, 'Requested entity was not found.', [
    { '@type': FCM_ERROR, errorCode: 'UNREGISTERED' },
  ]);
}

function violation(field: string, description: string): ErrorDetail {
  return { '@type': BAD_REQUEST, fieldViolations: [{ field, description }] };
}
