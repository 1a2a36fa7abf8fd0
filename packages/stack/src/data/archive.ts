import { strFromU8, unzipSync } from 'fflate';
import type { LogRow, SpanRow } from '../../../event-log/recording/rows.ts';
import { UserError } from '../user-error.ts';
import { batchesOf } from './batches.ts';
import type { StackData } from './stack-data.ts';

/** The zip that a failed browser test writes. */
export interface Archive {
  readonly projectId: string;
  readonly spans: readonly SpanRow[];
  readonly logs: readonly LogRow[];
  readonly data: StackData;
}

const ENTRIES = ['archive.json', 'spans.json', 'logs.json', 'data.json'];
/** The limit for the unpacked entries: more than a suite writes, less than memory holds. */
const MAX_BYTES = 512 * 1024 * 1024;
const KINDS: Readonly<Record<string, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const STATUSES: Readonly<Record<string, number>> = { unset: 0, ok: 1, error: 2 };
const SEVERITIES: Readonly<Record<string, number>> = {
  TRACE: 1,
  DEBUG: 5,
  INFO: 9,
  WARN: 13,
  ERROR: 17,
  FATAL: 21,
};

/**
 * Reads a zip that a failed browser test wrote.
 * @throws UserError when it is not such a zip
 */
export function readArchive(bytes: Uint8Array, name: string): Archive {
  const remedy = 'Expected the zip that a failed browser test leaves in test-results.';
  let unpacked = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name: entry, originalSize }) => {
        if (!ENTRIES.includes(entry)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_BYTES) throw new Error(`its entries have more than ${MAX_BYTES} bytes`);
        return true;
      },
    });
    const missing = ENTRIES.find((entry) => files[entry] === undefined);
    if (missing !== undefined) throw new Error(`it has no ${missing}`);
    const [archive, spans, logs, data] = ENTRIES.map((entry) =>
      JSON.parse(strFromU8(files[entry] as Uint8Array)),
    );
    if (typeof archive.projectId !== 'string' || !Array.isArray(spans) || !Array.isArray(logs)) {
      throw new Error('its entries have an unknown format');
    }
    return { projectId: archive.projectId, spans, logs, data };
  } catch (error) {
    throw new UserError(`${name} cannot be opened: ${(error as Error).message}`, remedy);
  }
}

/**
 * Yields OTLP/JSON requests that add the archive's spans and logs to an event log, a few hundred
 * each.
 */
export function* otlpRequests({ spans, logs }: Archive): Generator<{ path: string; body: object }> {
  for (const batch of batchesOf(spans, BATCH)) {
    yield {
      path: '/v1/traces',
      body: { resourceSpans: byService(batch, (list) => ({ scopeSpans: [{ spans: list.map(spanOf) }] })) },
    };
  }
  for (const batch of batchesOf(logs, BATCH)) {
    yield {
      path: '/v1/logs',
      body: { resourceLogs: byService(batch, (list) => ({ scopeLogs: [{ logRecords: list.map(logOf) }] })) },
    };
  }
}

const BATCH = { items: 500, bytes: Number.POSITIVE_INFINITY };

function byService<Row extends { readonly service: string }>(
  rows: readonly Row[],
  scopes: (rows: readonly Row[]) => object,
): object[] {
  return [...Map.groupBy(rows, ({ service }) => service)].map(([service, ofService]) => ({
    resource: { attributes: attributeList({ 'service.name': service }) },
    ...scopes(ofService),
  }));
}

function spanOf(span: SpanRow): object {
  const events = JSON.parse(span.events) as { name: string; time_ms: number; attributes?: object }[];
  return {
    traceId: span.trace_id,
    spanId: span.span_id,
    ...(span.parent_span_id ? { parentSpanId: span.parent_span_id } : {}),
    name: span.name,
    kind: KINDS[span.kind] ?? 1,
    startTimeUnixNano: nanoseconds(span.start_ms),
    // A span that was open stays open.
    endTimeUnixNano: span.end_ms === null ? '0' : nanoseconds(span.end_ms),
    status: {
      code: STATUSES[span.status] ?? 0,
      ...(span.status_message ? { message: span.status_message } : {}),
    },
    attributes: attributeList(JSON.parse(span.attributes)),
    events: events.map(({ name, time_ms, attributes = {} }) => ({
      name,
      timeUnixNano: nanoseconds(time_ms),
      attributes: attributeList(attributes),
    })),
  };
}

function logOf(log: LogRow): object {
  return {
    timeUnixNano: nanoseconds(log.time_ms),
    severityText: log.severity,
    severityNumber: SEVERITIES[log.severity] ?? 9,
    body: { stringValue: log.body },
    attributes: attributeList(JSON.parse(log.attributes)),
    ...(log.trace_id ? { traceId: log.trace_id } : {}),
    ...(log.span_id ? { spanId: log.span_id } : {}),
  };
}

function nanoseconds(milliseconds: number): string {
  const whole = Math.trunc(milliseconds);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1_000_000)));
}

function attributeList(attributes: object): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
}
