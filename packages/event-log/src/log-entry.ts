import { redactText, redactValue } from '@savepoint/server/core/redact';

/** The output of a function as a log record. */
export interface LogEntry {
  readonly severity: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Fields in Cloud Logging's structured lines that are not data of the entry, or that have their own
 * columns.
 */
const SPECIAL = new Set([
  'severity',
  'message',
  'logging.googleapis.com/trace',
  'logging.googleapis.com/spanId',
]);

/**
 * Parses the output of one call: each line of JSON printed by the logger of firebase-functions
 * (`{"severity": ..., "message": ..., ...}`) is an entry. Everything else is one entry with all its
 * lines, such as a stack trace. Secrets are removed.
 * @param severity of entries without one
 */
export function logEntries(text: string, severity: string): readonly LogEntry[] {
  if (text.trim() === '') return [];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const structured = lines.map(structuredFields).filter((fields) => fields !== undefined);
  if (structured.length === lines.length) return structured.map((fields) => logEntry(fields, severity));
  return [{ severity, body: redactText(text.replace(/(\r?\n)+$/, '')), attributes: {} }];
}

function logEntry(fields: Record<string, unknown>, severity: string): LogEntry {
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
