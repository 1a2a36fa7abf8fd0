// Owns what can go wrong with a request to the backend, as plain data. Codes are Firestore's, in kebab case.

export interface BackendError {
  /** e.g. 'permission-denied', 'unavailable', 'not-found', 'uninitialized'. */
  readonly code: string;
  readonly message: string;
  /** What a callable adds for programs, such as which line of an order failed. */
  readonly details?: unknown;
}

/** The database is unavailable because the configuration is incomplete (specification, section 8). */
export const UNINITIALIZED: BackendError = {
  code: 'uninitialized',
  message: 'Firebase is not properly initialized. Please check your configuration.',
};

/** Anything thrown, as a problem. SDK codes come as 'permission-denied', 'auth/…' or 'functions/…'. */
export function toBackendError(thrown: unknown): BackendError {
  if (typeof thrown === 'object' && thrown !== null) {
    const { code, message, name, details } = thrown as Record<string, unknown>;
    const text = typeof message === 'string' ? message : String(thrown);
    if (typeof code === 'string') {
      return {
        code: code.replace(/^(functions|firestore)\//, ''),
        message: text,
        ...(details !== undefined && { details }),
      };
    }
    // A fetch that never got an answer.
    if (name === 'TypeError' || name === 'TimeoutError' || name === 'AbortError') {
      return { code: 'unavailable', message: text };
    }
    return { code: 'unknown', message: text };
  }
  return { code: 'unknown', message: String(thrown) };
}

/** A problem as an exception, for code that has to throw. */
export class BackendException extends Error {
  readonly code: string;
  constructor(problem: BackendError) {
    super(problem.message);
    this.name = 'ProblemError';
    this.code = problem.code;
  }
}
