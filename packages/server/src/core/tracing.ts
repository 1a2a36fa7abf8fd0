// Spans for the emulators: a small part of OpenTelemetry's model, without its dependencies. The
// active span is carried through asynchronous calls, so that nested code can add to it without
// knowing who records. Without a tracer there is no span and no overhead.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import { redactText, redactValue } from './redact.ts';

/** An attribute value. Undefined ones are omitted. */
export type AttributeValue = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, AttributeValue>>;
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** An event during a span. Times are milliseconds since 1970, with fractions. */
export interface SpanEvent {
  readonly name: string;
  readonly timeMs: number;
  readonly attributes: Attributes;
}

/** An exported span. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  /** Undefined while the span is open. */
  readonly endMs: number | undefined;
  readonly error: string | undefined;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
}

/** The parent of a new span: a trace and the causing span. */
interface SpanParent {
  readonly traceId: string;
  readonly spanId: string;
}

interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Attributes of the span and of the spans that it causes in this process. */
  readonly baggage?: Attributes;
}

/** `VERSION-TRACE-PARENT-FLAGS` (https://www.w3.org/TR/trace-context/#traceparent-header). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const active = new AsyncLocalStorage<Span>();

/** Receives ended spans, and open ones when `report` is called. It must not throw. */
export type SpanSink = (record: SpanRecord) => void;

/** One operation. After `end`, its methods have no effect. */
export class Span {
  readonly #sink: SpanSink;
  readonly #parent: SpanParent | undefined;
  readonly #traceId: string;
  readonly #spanId = randomHex(8);
  readonly #name: string;
  readonly #kind: SpanKind;
  readonly #startMs = nowMs();
  readonly #baggage: Attributes;
  readonly #attributes: Record<string, AttributeValue>;
  readonly #events: SpanEvent[] = [];
  #error: string | undefined;
  #hasEnded = false;

  constructor(sink: SpanSink, name: string, parent: SpanParent | undefined, options: SpanOptions = {}) {
    this.#sink = sink;
    this.#name = name;
    this.#parent = parent;
    this.#traceId = parent?.traceId ?? randomHex(16);
    this.#kind = options.kind ?? 'internal';
    this.#baggage = options.baggage ?? {};
    this.#attributes = { ...this.#baggage, ...options.attributes };
  }

  get traceId(): string {
    return this.#traceId;
  }

  /** The header with which another process continues this trace. */
  get traceparent(): string {
    return `00-${this.#traceId}-${this.#spanId}-01`;
  }

  /** Begins a child span. */
  child(name: string, options?: SpanOptions): Span {
    const parent = { traceId: this.#traceId, spanId: this.#spanId };
    return new Span(this.#sink, name, parent, { baggage: this.#baggage, ...options });
  }

  /**
   * Begins a span in the trace of `traceparent`, for an operation that one request began and
   * another continues. Without it, begins a child.
   */
  continued(name: string, traceparent: string | undefined, options?: SpanOptions): Span {
    return traceparent === undefined
      ? this.child(name, options)
      : startTrace(this.#sink, name, traceparent, options);
  }

  /** Adds or replaces attributes. */
  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** Adds to numeric attributes, which start at 0. Undefined values are ignored. */
  add(counts: Readonly<Record<string, number | undefined>>): void {
    for (const [name, count = 0] of Object.entries(counts)) {
      if (count !== 0) this.#attributes[name] = Number(this.#attributes[name] ?? 0) + count;
    }
  }

  event(name: string, attributes: Attributes = {}): void {
    this.#events.push({ name, timeMs: nowMs(), attributes });
  }

  fail(message: string): void {
    this.#error = message;
  }

  /** Exports the span in its current state, for operations that take minutes. */
  report(): void {
    if (!this.#hasEnded) this.#sink(this.#record(undefined));
  }

  /** Ends and exports the span. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#sink(this.#record(Math.max(nowMs(), this.#startMs)));
  }

  #record(endMs: number | undefined): SpanRecord {
    return {
      traceId: this.#traceId,
      spanId: this.#spanId,
      parentSpanId: this.#parent?.spanId,
      name: redactText(this.#name),
      kind: this.#kind,
      startMs: this.#startMs,
      endMs,
      error: this.#error === undefined ? undefined : redactText(this.#error),
      attributes: redactValue(this.#attributes) as Attributes,
      events: this.#events.map((event) => ({
        ...event,
        attributes: redactValue(event.attributes) as Attributes,
      })),
    };
  }
}

/**
 * Begins this process's first span in the trace of `traceparent`, or in a new trace if that is
 * absent or invalid.
 */
export function startTrace(
  sink: SpanSink,
  name: string,
  traceparent: string | undefined,
  options?: SpanOptions,
): Span {
  const match = TRACEPARENT.exec(traceparent ?? '');
  const parent = match === null ? undefined : { traceId: match[1] as string, spanId: match[2] as string };
  return new Span(sink, name, parent, options);
}

/**
 * Returns whether a valid `traceparent` has the sampled flag unset
 * (https://www.w3.org/TR/trace-context/#sampled-flag).
 */
export function isUnsampled(traceparent: string | undefined): boolean {
  const flags = TRACEPARENT.exec(traceparent ?? '')?.[3];
  return flags !== undefined && (Number.parseInt(flags, 16) & 1) === 0;
}

/** The span of the calling code; undefined when nothing is recorded. */
export function activeSpan(): Span | undefined {
  return active.getStore();
}

/** Runs `task` and everything that it begins in `span`. Does not end the span. */
export function runInSpan<T>(span: Span, task: () => T): T {
  return active.run(span, task);
}

/**
 * Runs `task` in a child of the active span, which ends with the task. When nothing is recorded,
 * just runs the task.
 */
export async function withSpan<T>(name: string, task: () => Promise<T>, options?: SpanOptions): Promise<T> {
  const span = activeSpan()?.child(name, options);
  if (span === undefined) return await task();
  try {
    return await runInSpan(span, task);
  } catch (error) {
    span.fail((error as Error).message);
    throw error;
  } finally {
    span.end();
  }
}

/** `withSpan` for a synchronous task. */
export function withSpanSync<T>(name: string, task: () => T, options?: SpanOptions): T {
  const span = activeSpan()?.child(name, options);
  if (span === undefined) return task();
  try {
    return runInSpan(span, task);
  } catch (error) {
    span.fail((error as Error).message);
    throw error;
  } finally {
    span.end();
  }
}

/** Finer than Date.now(), but adjusted when the system clock is set. */
const clock = { offsetMs: performance.timeOrigin, checkedMs: 0 };
const CLOCK_TOLERANCE_MS = 50;

function nowMs(): number {
  const elapsed = performance.now();
  if (elapsed - clock.checkedMs > 1000) {
    clock.checkedMs = elapsed;
    const system = Date.now() - elapsed;
    if (Math.abs(system - clock.offsetMs) > CLOCK_TOLERANCE_MS) clock.offsetMs = system;
  }
  return clock.offsetMs + elapsed;
}

/** Random bytes cost a system call, so they are drawn for many ids at once. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
