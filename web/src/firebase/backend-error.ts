/** A failed request to the backend as plain data, for the Redux store. */
export interface BackendError {
  /**
   * A gRPC status in kebab case, such as 'permission-denied'; a code of Firebase Auth, such as
   * 'auth/…'; or 'uninitialized'.
   */
  readonly code: string;
  readonly message: string;
  /** The `details` of a callable's HttpsError, such as the order line that failed. */
  readonly details?: unknown;
}

/** The error of every request while the configuration is incomplete (specification, section 8). */
export const UNINITIALIZED: BackendError = {
  code: 'uninitialized',
  message: 'Firebase is not properly initialized. Please check your configuration.',
};

/** The suffix that the Functions SDK appends to the server's message. */
const HTTP_STATUS = / \[\d{3}\]$/;

/**
 * Converts anything thrown to a BackendError. Prefixes of the SDK's codes ('functions/',
 * 'firestore/') are removed, except 'auth/'.
 */
export function toBackendError(thrown: unknown): BackendError {
  if (typeof thrown === 'object' && thrown !== null) {
    const { code, message, name, details } = thrown as Record<string, unknown>;
    const text = typeof message === 'string' ? message : String(thrown);
    if (typeof code === 'string') {
      return {
        code: code.replace(/^(functions|firestore)\//, ''),
        message: code.startsWith('functions/') ? text.replace(HTTP_STATUS, '') : text,
        ...(details !== undefined && { details }),
      };
    }
    // A fetch without a response.
    if (name === 'TypeError' || name === 'TimeoutError' || name === 'AbortError') {
      return { code: 'unavailable', message: text };
    }
    return { code: 'unknown', message: text };
  }
  return { code: 'unknown', message: String(thrown) };
}

/** A BackendError that can be thrown. */
export class BackendException extends Error {
  readonly code: string;
  constructor(error: BackendError) {
    super(error.message);
    this.name = 'BackendException';
    this.code = error.code;
  }
}
