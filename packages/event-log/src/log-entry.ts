import { redactText, redactValue } from '@savepoint/server/core/redact';

/** A line of a function's output as a log record. */
export interface LogEntry {
  readonly severity: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Fields of Cloud Logging's structured lines that are not data of the entry, or have columns of
 * their own.
 */
const SPECIAL = new Set([
  'severity',
  'message',
  'logging.googleapis.com/trace',
  'logging.googleapis.com/spanId',
]);

/**
 * Reads one line: the JSON that the logger of firebase-functions prints (`{"severity": ...,
 * "message": ..., ...}`), or plain text. Secrets are removed.
 * @param severity of a line that has none
 */
export function logEntry(line: string, severity: string): LogEntry {
  const fields = structuredFields(line);
  if (fields === undefined) return { severity, body: redactText(line), attributes: {} };
  const rest = Object.entries(fields).filter(([name]) => !SPECIAL.has(name));
  return {
    severity: typeof fields.severity === 'string' ? fields.severity : severity,
    body: redactText(typeof fields.message === 'string' ? fields.message : ''),
    attributes: redactValue(Object.fromEntries(rest)) as Record<string, unknown>,
  };
}

function structuredFields(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
