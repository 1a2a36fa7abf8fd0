import type { BackendError } from '../firebase/backend-error.ts';

/** Codes with which a callable rejects what was sent, with a message for people. */
const MESSAGE_CODES = new Set(['invalid-argument', 'failed-precondition', 'resource-exhausted', 'not-found']);

function fieldOf(details: unknown): string | undefined {
  const field = (details as { field?: unknown } | undefined)?.field;
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/**
 * The error of a callable for the form that called it; undefined when there is none. A rejection of
 * what was sent keeps the server's message and names the field that it is about (`details.field`);
 * anything else gets `otherwise`.
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
