/** gRPC status codes. */
export const NOT_FOUND = 5;
export const ALREADY_EXISTS = 6;
export const RESOURCE_EXHAUSTED = 8;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

/** A Firestore error, as thrown by the SDK. */
export class FirestoreError extends Error {
  override readonly name = 'FirestoreError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function aborted(message: string): FirestoreError {
  return new FirestoreError(ABORTED, message);
}
