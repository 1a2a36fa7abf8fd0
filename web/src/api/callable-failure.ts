import type { BackendError } from '../firebase/backend-error.ts';

/** Codes with which a callable rejects input, with a message for people. */
const MESSAGE_CODES = new Set(['invalid-argument', 'failed-precondition', 'resource-exhausted', 'not-found']);

function fieldOf(details: unknown): string | undefined {
  const field = (details as { field?: unknown } | undefined)?.field;
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/**
 * The error of a callable for the form that called it; undefined if there is none. Rejected input
 * keeps the server's message and names its field (`details.field`); anything else gets `otherwise`.
 */
export function toCallableFailure(
  error: unknown,
  otherwise: string,
): { message: string; field?: string } | undefined {
  if (error === undefined) return undefined;
  const { code, message, details } = error as Partial<BackendError>;
  if (code === undefined || !MESSAGE_CODES.has(code) || !message) return { message: otherwise };
  const field = fieldOf(details);
  return { message, ...(field !== undefined && { field }) };
}
