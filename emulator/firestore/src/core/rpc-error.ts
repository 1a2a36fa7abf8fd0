// Owns the one error a request can end with: a gRPC status. Knows nothing of transports or requests.

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

export type StatusName = keyof typeof StatusCode;
export type StatusCode = (typeof StatusCode)[StatusName];

/** A google.protobuf.Any in its JSON form. */
export interface ErrorDetail {
  readonly '@type': string;
  readonly [field: string]: unknown;
}

/**
 * A request refused on purpose. Every other error that reaches a transport is a bug and answers INTERNAL.
 * `message` is what the client's developer reads.
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

/** 'INVALID_ARGUMENT' for 3; 'UNKNOWN' for a number that is no status. */
export function statusName(code: number): StatusName {
  return NAMES.get(code) ?? 'UNKNOWN';
}

/** The most frequent refusal, spelled once. */
export function invalidArgument(message: string): RpcError {
  return new RpcError(StatusCode.INVALID_ARGUMENT, message);
}

/** Any thrown thing as an RpcError: bugs become INTERNAL with the original kept as `cause`. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const internal = new RpcError(
    StatusCode.INTERNAL,
    error instanceof Error ? `Internal error: ${error.message}` : `Internal error: ${String(error)}`,
  );
  internal.cause = error;
  return internal;
}
