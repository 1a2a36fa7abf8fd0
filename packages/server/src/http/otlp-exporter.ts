// Sends spans to an OTLP receiver over HTTP, as JSON, in batches. Exporting never delays or fails a
// request of the emulator: while the receiver is slow or gone, spans are dropped, and their number
// is reported when it is back.
import type { Attributes, AttributeValue, SpanKind, SpanRecord, SpanSink } from '../core/tracing.ts';

export interface OtlpExporterOptions {
  /** Base URL of the receiver, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** The `service.name` of the spans. */
  readonly service: string;
  /** How long spans are collected before they are sent. Default: one second. */
  readonly delayMs?: number;
}

const DELAY_MS = 1000;
const TIMEOUT_MS = 5_000;
const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;
const KINDS: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const STATUS_ERROR = 2;
const SEVERITY_WARN = 13;

/** Queues spans and sends them in the background. */
export class OtlpExporter {
  readonly #endpoint: string;
  readonly #resource: object;
  readonly #delayMs: number;
  #queue: SpanRecord[] = [];
  #dropped = 0;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ endpoint, service, delayMs = DELAY_MS }: OtlpExporterOptions) {
    this.#delayMs = delayMs;
    this.#endpoint = endpoint.replace(/\/$/, '');
    this.#resource = { attributes: attributeList({ 'service.name': service, 'process.pid': process.pid }) };
  }

  add(span: SpanRecord): void {
    if (this.#queue.length >= MAX_QUEUED) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    this.#schedule();
  }

  /** Sends the queue once. Spans that are not accepted are dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length > 0) await this.#sendBatch(this.#queue.splice(0, MAX_BATCH));
    } finally {
      this.#isSending = false;
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, this.#delayMs).unref();
  }

  async #sendBatch(batch: readonly SpanRecord[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'savepoint' }, spans: batch.map(spanJson) }];
    const accepted = await this.#post('/v1/traces', {
      resourceSpans: [{ resource: this.#resource, scopeSpans }],
    });
    if (!accepted) this.#dropped += batch.length;
    else if (this.#dropped > 0) await this.#reportDropped();
  }

  async #reportDropped(): Promise<void> {
    const dropped = this.#dropped;
    const record = {
      timeUnixNano: nanoseconds(Date.now()),
      severityNumber: SEVERITY_WARN,
      severityText: 'WARN',
      body: { stringValue: `${dropped} spans are missing: the receiver was unreachable or too slow` },
      attributes: [
        {
          key: 'gap',
          value: { kvlistValue: { values: [{ key: 'dropped', value: { intValue: String(dropped) } }] } },
        },
      ],
    };
    const accepted = await this.#post('/v1/logs', {
      resourceLogs: [{ resource: this.#resource, scopeLogs: [{ logRecords: [record] }] }],
    });
    if (accepted) this.#dropped -= dropped;
  }

  async #post(path: string, body: object): Promise<boolean> {
    try {
      const response = await fetch(this.#endpoint + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/**
 * A sink that sends spans to `endpoint`; undefined without an endpoint, so that nothing is
 * recorded.
 */
export function otlpSink(endpoint: string | undefined, service: string): SpanSink | undefined {
  if (endpoint === undefined) return undefined;
  const exporter = new OtlpExporter({ endpoint, service });
  return (span) => exporter.add(span);
}

function spanJson(span: SpanRecord): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    ...(span.endMs === undefined ? {} : { endTimeUnixNano: nanoseconds(span.endMs) }),
    attributes: attributeList(span.attributes),
    events: span.events.map(({ name, timeMs, attributes }) => ({
      name,
      timeUnixNano: nanoseconds(timeMs),
      attributes: attributeList(attributes),
    })),
    ...(span.error === undefined ? {} : { status: { code: STATUS_ERROR, message: span.error } }),
  };
}

function attributeList(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: Exclude<AttributeValue, undefined>): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Converts milliseconds to nanoseconds as a decimal string. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1_000_000)).padStart(6, '0')}`;
}
