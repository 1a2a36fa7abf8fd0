/** The canonical status codes (google.rpc.Code). */
export const StatusCode = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

type StatusName = keyof typeof StatusCode;
export type StatusCode = (typeof StatusCode)[StatusName];

/** A google.protobuf.Any in its JSON form. */
export interface ErrorDetail {
  readonly '@type': string;
  readonly [field: string]: unknown;
}

/**
 * The error of a request that fails with a gRPC status. Any other error that reaches a transport is
 * a bug and becomes INTERNAL. `message` is shown to the client's developer.
 */
export class RpcError extends Error {
  readonly code: StatusCode;
  readonly details: readonly ErrorDetail[];

  constructor(code: StatusCode, message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
  }
}

const NAMES = new Map<number, StatusName>(
  Object.entries(StatusCode).map(([name, code]) => [code, name as StatusName]),
);

/** The name of a status code: 'INVALID_ARGUMENT' for 3, 'UNKNOWN' for an invalid code. */
export function statusName(code: number): StatusName {
  return NAMES.get(code) ?? 'UNKNOWN';
}

export function invalidArgument(message: string): RpcError {
  return new RpcError(StatusCode.INVALID_ARGUMENT, message);
}

/** Deeply nested JSON overflows the stack of any recursive function. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

/**
 * Converts anything thrown to an RpcError. Errors of other classes become INTERNAL, with the
 * original as `cause`. A stack overflow is the fault of the request, which is nested too deeply.
 */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (isStackOverflow(error)) return invalidArgument('The request is nested too deeply.');
  const internal = new RpcError(
    StatusCode.INTERNAL,
    error instanceof Error ? `Internal error: ${error.message}` : `Internal error: ${String(error)}`,
  );
  internal.cause = error;
  return internal;
}
