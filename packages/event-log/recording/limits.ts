// The Firestore emulator's report on production's limits
// (packages/firestore/src/limits/limits-report.ts), with the code that caused each finding.
import type { Lint, SourceLine } from './advice.ts';
import { asObjects, type Query } from './query.ts';

export type LimitName = 'document-writes' | 'listened-document' | 'key-range' | 'sequential-field';

/** A soft limit, a paraphrase of Google's documentation on it, and how to stay below it. */
export interface ProductionLimit {
  readonly name: LimitName;
  readonly title: string;
  /** Limit of the average over the report's window. */
  readonly perSecond: number;
  readonly unit: string;
  readonly sentence: string;
  readonly page: string;
  readonly url: string;
  readonly cure: string;
}

/** An exceeded limit. */
export interface LimitFinding {
  readonly limit: LimitName;
  readonly database: string;
  readonly subject: string;
  readonly peakPerSecond: number;
  readonly limitPerSecond: number;
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly listeners: number;
  /** The commits that were refused, which the rate includes. */
  readonly refused: number;
  readonly traceId?: string;
  /** The reason for expecting it; absent if it is unexpected. */
  readonly expected?: string;
}

/** The writes of one document in each column of the heat map. */
export interface DocumentHeat {
  readonly database: string;
  readonly path: string;
  readonly writes: number;
  readonly peakPerSecond: number;
  readonly listeners: number;
  readonly traceId?: string;
  readonly counts: readonly number[];
}

export interface LimitsReport {
  readonly mode: 'off' | 'warn' | 'enforce';
  readonly windowSeconds: number;
  readonly limits: readonly ProductionLimit[];
  readonly findings: readonly LimitFinding[];
  readonly heat: {
    readonly fromMs: number;
    readonly secondsPerColumn: number;
    readonly columns: number;
    readonly documents: readonly DocumentHeat[];
  };
}

/** The code that wrote: the function and lines of code, innermost first. */
export interface Writer {
  /** Null for a request that no function sent. */
  readonly functionName: string | null;
  readonly lines: readonly SourceLine[];
  /** False if the lines only name the collection. */
  readonly isRecorded: boolean;
  /** Whether a client wrote, under rules, and not the Admin SDK. */
  readonly isClient: boolean;
}

export interface LimitsAdvice extends Omit<LimitsReport, 'findings' | 'heat'> {
  readonly findings: readonly (LimitFinding & { readonly writer: Writer })[];
  readonly heat: Omit<LimitsReport['heat'], 'documents'> & {
    readonly documents: readonly (DocumentHeat & { readonly writer: Writer })[];
  };
}

/** The recorded code of a write, as executed: FILE:LINE:COLUMN per line. */
export interface RecordedWriter {
  readonly stack: string | null;
  readonly functionName: string | null;
  /** `owner` for the Admin SDK, `user` or `guest` for a client. */
  readonly principal: string | null;
}

/**
 * Walks from the span of the document's commit up to the first span of the trace, to find the
 * nearest span that recorded the write (packages/event-log/src/record-writers.ts), and the
 * function.
 */
const WRITER = `WITH RECURSIVE ancestors(span_id, parent_span_id, depth) AS (
    SELECT * FROM (SELECT span_id, parent_span_id, 0 FROM spans WHERE trace_id = ?1 AND name = 'apply commit'
      AND EXISTS (SELECT 1 FROM json_each(events) AS event WHERE event.value ->> '$.attributes.path' = ?2
        OR event.value ->> '$.attributes.path' LIKE ?2 || '/%') ORDER BY start_ms DESC LIMIT 1)
    UNION ALL
    SELECT s.span_id, s.parent_span_id, depth + 1 FROM spans s JOIN ancestors a ON s.span_id = a.parent_span_id AND s.trace_id = ?1
    WHERE depth < 100)
  SELECT
    (SELECT event.value ->> '$.attributes."code.stacktrace"' FROM ancestors a JOIN spans s USING (span_id), json_each(s.events) AS event
      WHERE s.trace_id = ?1 AND event.value ->> '$.name' = 'firestore.write'
        AND (event.value ->> '$.attributes.document' = ?2 OR event.value ->> '$.attributes.document' LIKE ?2 || '/%')
      ORDER BY depth, event.value ->> '$.time_ms' DESC LIMIT 1) AS stack,
    (SELECT s.attributes ->> '$."faas.name"' FROM ancestors a JOIN spans s USING (span_id)
      WHERE s.trace_id = ?1 AND s.attributes ->> '$."faas.name"' IS NOT NULL ORDER BY depth LIMIT 1) AS functionName,
    (SELECT s.attributes ->> '$.principal' FROM ancestors a JOIN spans s USING (span_id)
      WHERE s.trace_id = ?1 AND depth = 0) AS principal`;

/**
 * The recorded code that wrote a document, or one below a collection, in a trace. Rejects like
 * `query`.
 */
export async function readWriter(query: Query, traceId: string, path: string): Promise<RecordedWriter> {
  const [found] = asObjects<RecordedWriter>(await query(WRITER, [traceId, path]));
  return found ?? { stack: null, functionName: null, principal: null };
}

/** Converts the findings to advice; expected ones are informational. */
export function lintLimits({ limits, findings, windowSeconds }: LimitsAdvice): Lint[] {
  return findings.flatMap((finding): Lint[] => {
    const limit = limits.find(({ name }) => name === finding.limit);
    if (limit === undefined) return [];
    const { subject, peakPerSecond, expected, writer, traceId, refused } = finding;
    const guess = writer.isRecorded ? '' : asSentence(formatWriter(writer));
    return [
      {
        name: finding.limit,
        level: expected === undefined ? 'warning' : 'info',
        title: `${subject}: ${formatRate(peakPerSecond * windowSeconds)} ${limit.unit} in ${windowSeconds} s${refusedText(refused)}`,
        detail: `${limit.sentence} (${limit.page})${expected === undefined ? '' : ` Expected: ${expected}.`}${guess}`,
        source: (writer.isRecorded ? writer.lines[0] : undefined) ?? null,
        fix: limit.cure,
        ...(traceId !== undefined && { traceId }),
      },
    ];
  });
}

/** The code that wrote, on one line; empty if unknown. */
export function formatWriter({ functionName, lines, isRecorded, isClient }: Writer): string {
  const places = lines.map(({ file, line }) => `${file}:${line}`).join(', called by ');
  if (isClient) return `written by a client${places === '' ? '' : `, perhaps in ${places}`}`;
  if (places === '') return functionName === null ? '' : `written by function ${functionName}`;
  return `${isRecorded ? 'written by' : 'perhaps written by'} ${places}${functionName === null ? '' : ` in function ${functionName}`}`;
}

/** Formats a text as a sentence that follows another, or as nothing if it is empty. */
export function asSentence(text: string): string {
  return text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Formats a rate with an appropriate number of digits. */
export function formatRate(perSecond: number): string {
  return perSecond < 100
    ? String(Math.round(perSecond * 10) / 10)
    : Math.round(perSecond).toLocaleString('en');
}

/** The refused commits of a finding, at the end of a phrase; empty without any. */
function refusedText(refused: number): string {
  return refused === 0 ? '' : `, ${refused.toLocaleString('en')} refused`;
}

/** Formats the report as lines of text: the limits, the findings, and the busiest documents. */
export function formatLimits(advice: LimitsAdvice): string {
  const { mode, limits, findings, heat, windowSeconds } = advice;
  const rows = limits.map(
    ({ title, perSecond, page }) => `  ${String(perSecond).padStart(4)} a second  ${title} (${page})`,
  );
  const found = findings.flatMap((finding) => {
    const limit = limits.find(({ name }) => name === finding.limit);
    const { subject, peakPerSecond, limitPerSecond, expected, listeners, refused } = finding;
    const writer = formatWriter(finding.writer);
    const to = listeners > 0 ? `, sent to ${listeners} listeners` : '';
    return [
      `${subject}: ${formatRate(peakPerSecond)} ${limit?.unit} a second, limit ${formatRate(limitPerSecond)}${to}${refusedText(refused)}`,
      ...(expected === undefined ? [] : [`  expected: ${expected}`]),
      ...(writer === '' ? [] : [`  ${writer}`]),
      ...(expected === undefined ? [`  ${limit?.sentence}`, `  ${limit?.cure}`] : []),
    ];
  });
  const busiest = heat.documents
    .slice(0, 10)
    .map(
      ({ path, writes, peakPerSecond, writer }) =>
        `  ${formatRate(peakPerSecond).padStart(6)} a second  ${String(writes).padStart(6)} writes  ${path}${writer.lines.length > 0 || writer.isClient ? `  ${formatWriter(writer)}` : ''}`,
    );
  return [
    `Production's soft limits, as averages over ${windowSeconds} s (--limits ${mode}):`,
    ...rows,
    '',
    ...(mode === 'off'
      ? ['Limits are not observed: start with --limits warn.']
      : found.length > 0
        ? found
        : ['Nothing has exceeded them since the start.']),
    ...(busiest.length > 0 ? ['', 'The most frequently written documents, at their peak:', ...busiest] : []),
  ].join('\n');
}
