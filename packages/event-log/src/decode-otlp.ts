// Decodes an OTLP export (https://opentelemetry.io/docs/specs/otlp/) to rows: either JSON, which
// the kit's own senders use, or protobuf, which the generated schemas convert to JSON.
import { fromBinary, type JsonObject, toJson } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { redactText, redactValue } from '@savepoint/server/core/redact';
import type { LogRow, SpanKind, SpanRow } from '../recording/rows.ts';
import {
  type ExportLogsServiceRequest,
  ExportLogsServiceRequestSchema,
  type ExportTraceServiceRequest,
  ExportTraceServiceRequestSchema,
} from './gen/otlp_pb.js';
import {
  type Fields,
  idOf,
  integerOf,
  messageOf,
  messagesOf,
  msOf,
  numberOf,
  parseMessage,
  textOf,
} from './otlp-json.ts';

/** The encoding of a request body. */
export type Encoding = 'json' | 'protobuf';

/** The rows of one request, and the reasons for rejected ones. */
export interface Decoded<Row> {
  readonly rows: readonly Row[];
  /** The problem of each rejected span or record. */
  readonly rejected: readonly string[];
}

const KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUSES = ['unset', 'ok', 'error'] as const;
const ID_FIELDS = ['traceId', 'spanId', 'parentSpanId'] as const;
const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;
const MAX_TEXT_LENGTH = 65_536;
const DAY_MS = 86_400_000;
const MAX_AHEAD_MS = DAY_MS;
const MAX_DURATION_MS = 31 * DAY_MS;

/** The spans of one request, and the processes that have sent them. */
export interface DecodedSpans extends Decoded<SpanRow> {
  /** Spans whose process is known from the resource attribute `process.pid`. */
  readonly senders: readonly { readonly pid: number; readonly spans: readonly SpanRow[] }[];
}

/**
 * Decodes the spans of an ExportTraceServiceRequest. Invalid spans are rejected individually.
 * @throws Error if the body is malformed
 */
export function decodeSpans(body: Uint8Array, encoding: Encoding, nowMs: number): DecodedSpans {
  const request = readExport(ExportTraceServiceRequestSchema, body, encoding);
  const decoded = messagesOf(request, 'resourceSpans').map((resourceSpans) => {
    const resource = resourceOf(resourceSpans);
    const service = serviceName(resource);
    const spans = messagesOf(resourceSpans, 'scopeSpans').flatMap((scope) => messagesOf(scope, 'spans'));
    return { pid: processId(resource), ...collect(spans, (span) => spanRow(span, service, nowMs)) };
  });
  return {
    rows: decoded.flatMap(({ rows }) => rows),
    rejected: decoded.flatMap(({ rejected }) => rejected),
    senders: decoded.flatMap(({ pid, rows }) => (pid === undefined ? [] : [{ pid, spans: rows }])),
  };
}

/**
 * Decodes the records of an ExportLogsServiceRequest.
 * @throws Error if the body is malformed
 */
export function decodeLogs(body: Uint8Array, encoding: Encoding, nowMs: number): Decoded<LogRow> {
  const request = readExport(ExportLogsServiceRequestSchema, body, encoding);
  const records = messagesOf(request, 'resourceLogs').flatMap((resourceLogs) => {
    const service = serviceName(resourceOf(resourceLogs));
    return messagesOf(resourceLogs, 'scopeLogs')
      .flatMap((scope) => messagesOf(scope, 'logRecords'))
      .map((record) => ({ record, service }));
  });
  return collect(records, ({ record, service }) => logRow(record, service, nowMs));
}

/** Converts each item; rejects individually the ones for which `convert` throws. */
function collect<Item, Row>(items: readonly Item[], convert: (item: Item) => Row): Decoded<Row> {
  const rows: Row[] = [];
  const rejected: string[] = [];
  for (const item of items) {
    try {
      rows.push(convert(item));
    } catch (error) {
      rejected.push((error as Error).message);
    }
  }
  return { rows, rejected };
}

/**
 * A time in milliseconds, or 0 if absent. A time further in the future than the clocks of senders
 * may differ is rejected, because it would stay the newest forever.
 * @throws Error that names the field
 */
function timeOf(parent: Fields, key: string, nowMs: number): number {
  const ms = msOf(parent, key);
  if (ms <= nowMs + MAX_AHEAD_MS) return ms;
  throw new Error(`${key} ${String(parent[key]).slice(0, 40)} is in the future`);
}

function readExport(
  schema: GenMessage<ExportTraceServiceRequest> | GenMessage<ExportLogsServiceRequest>,
  body: Uint8Array,
  encoding: Encoding,
): Fields {
  if (encoding === 'json') return parseMessage(body);
  const request = toJson(schema as GenMessage<ExportTraceServiceRequest>, fromBinary(schema, body) as never, {
    enumAsInteger: true,
  }) as JsonObject;
  for (const resource of [...messagesOf(request, 'resourceSpans'), ...messagesOf(request, 'resourceLogs')]) {
    for (const scope of [...messagesOf(resource, 'scopeSpans'), ...messagesOf(resource, 'scopeLogs')]) {
      for (const item of [...messagesOf(scope, 'spans'), ...messagesOf(scope, 'logRecords')])
        decodeIds(item as Record<string, unknown>);
    }
  }
  return request;
}

/** Ids are hexadecimal in OTLP's JSON, but base64 in protobuf's JSON, like all bytes. */
function decodeIds(item: Record<string, unknown>): void {
  for (const key of ID_FIELDS) {
    if (item[key] !== undefined) item[key] = Buffer.from(String(item[key]), 'base64').toString('hex');
  }
}

/** @throws Error that describes the problem with the span */
function spanRow(span: Fields, service: string, nowMs: number): SpanRow {
  const [traceId, spanId, parentSpanId] = ID_FIELDS.map((key) => idOf(span, key)) as [string, string, string];
  if (traceId.length !== TRACE_ID_DIGITS)
    throw new Error(`its trace id has ${traceId.length / 2} bytes, expected 16`);
  if (spanId.length !== SPAN_ID_DIGITS)
    throw new Error(`its span id has ${spanId.length / 2} bytes, expected 8`);
  const start = timeOf(span, 'startTimeUnixNano', nowMs) || nowMs;
  const end = timeOf(span, 'endTimeUnixNano', nowMs) || null;
  if (end !== null && end - start > MAX_DURATION_MS)
    throw new Error(`it took ${Math.round((end - start) / DAY_MS)} days`);
  // If the clock was set back while the span was open, its duration is unknown; this is recorded.
  const jumpMs = end !== null && end < start ? start - end : 0;
  const attributes = attributesOf(span);
  const status = messageOf(span, 'status') ?? {};
  const message = textOf(status, 'message');
  return {
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId.length === SPAN_ID_DIGITS ? parentSpanId : null,
    name: redactText(limit(textOf(span, 'name'))),
    kind: KINDS[integerOf(span, 'kind')] ?? 'unspecified',
    service,
    start_ms: start,
    end_ms: jumpMs > 0 ? start : end,
    status: STATUSES[integerOf(status, 'code')] ?? 'unset',
    status_message: message === '' ? null : redactText(limit(message)),
    attributes: JSON.stringify(jumpMs > 0 ? { ...attributes, clock_jump_ms: jumpMs } : attributes),
    events: JSON.stringify(
      messagesOf(span, 'events').map((event) => ({
        name: redactText(limit(textOf(event, 'name'))),
        time_ms: timeOf(event, 'timeUnixNano', nowMs),
        attributes: attributesOf(event),
      })),
    ),
  };
}

/** @throws Error that describes the problem with the record */
function logRow(record: Fields, service: string, nowMs: number): LogRow {
  const body = redactValue(plainValue(messageOf(record, 'body')));
  const [traceId, spanId] = [idOf(record, 'traceId'), idOf(record, 'spanId')];
  return {
    time_ms: timeOf(record, 'timeUnixNano', nowMs) || timeOf(record, 'observedTimeUnixNano', nowMs) || nowMs,
    trace_id: traceId.length === TRACE_ID_DIGITS ? traceId : null,
    span_id: spanId.length === SPAN_ID_DIGITS ? spanId : null,
    service,
    severity: textOf(record, 'severityText') || severityName(integerOf(record, 'severityNumber')),
    body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
    attributes: JSON.stringify(attributesOf(record)),
  };
}

/**
 * The name of a SeverityNumber; each name covers four numbers
 * (https://opentelemetry.io/docs/specs/otel/logs/data-model/#severity-fields).
 */
function severityName(number: number): string {
  const names = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
  return names[Math.floor((number - 1) / 4)] ?? 'INFO';
}

function resourceOf(parent: Fields): Readonly<Record<string, unknown>> {
  return plainEntries(messagesOf(messageOf(parent, 'resource') ?? {}, 'attributes'));
}

function serviceName({ 'service.name': name }: Readonly<Record<string, unknown>>): string {
  return typeof name === 'string' && name !== '' ? name : 'unknown';
}

function processId({ 'process.pid': pid }: Readonly<Record<string, unknown>>): number | undefined {
  return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

function attributesOf(parent: Fields): Record<string, unknown> {
  return redactValue(plainEntries(messagesOf(parent, 'attributes'))) as Record<string, unknown>;
}

function plainEntries(entries: readonly Fields[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map((entry) => [limit(textOf(entry, 'key')), plainValue(messageOf(entry, 'value'))]),
  );
}

/**
 * The JSON form of an attribute value. Integers beyond 2^53 and numbers that JSON lacks become
 * strings, bytes become base64.
 */
function plainValue(any: Fields = {}): unknown {
  const [kind] = Object.keys(any);
  switch (kind) {
    case 'stringValue':
    case 'bytesValue':
      return limit(textOf(any, kind));
    case 'boolValue':
      return any[kind] === true;
    case 'intValue':
      return numberOf(any, kind, Number.isSafeInteger);
    case 'doubleValue':
      return numberOf(any, kind, Number.isFinite);
    case 'arrayValue':
      return messagesOf(messageOf(any, kind) ?? {}, 'values').map((each) => plainValue(each));
    case 'kvlistValue':
      return plainEntries(messagesOf(messageOf(any, kind) ?? {}, 'values'));
    default:
      return null;
  }
}

/** Truncates long text visibly. */
function limit(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  return `${text.slice(0, MAX_TEXT_LENGTH)} … (${text.length - MAX_TEXT_LENGTH} more characters)`;
}
