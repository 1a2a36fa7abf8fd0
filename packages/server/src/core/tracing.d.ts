/** A value of an attribute; undefined ones are left out. */
export type AttributeValue = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, AttributeValue>>;
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
/** Something that happened during a span. Times are milliseconds since 1970, with fractions. */
export interface SpanEvent {
    readonly name: string;
    readonly timeMs: number;
    readonly attributes: Attributes;
}
/** A span as it is exported. */
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
/** Where a span is to begin: the trace and the span that caused it. */
interface SpanParent {
    readonly traceId: string;
    readonly spanId: string;
}
interface SpanOptions {
    readonly kind?: SpanKind;
    readonly attributes?: Attributes;
    /** Attributes of the span and of what it causes in this process. */
    readonly baggage?: Attributes;
}
/** Receives spans that have ended, and open ones that ask for it. It must not throw. */
export type SpanSink = (record: SpanRecord) => void;
/** One operation. Its methods have no effect after `end`. */
export declare class Span {
    #private;
    constructor(sink: SpanSink, name: string, parent: SpanParent | undefined, options?: SpanOptions);
    get traceId(): string;
    /** The header with which another process continues the trace. */
    get traceparent(): string;
    /** Begins a span that this one has caused. */
    child(name: string, options?: SpanOptions): Span;
    /**
     * Begins a span in another trace, that of `traceparent`: for an operation that one request has
     * begun and another continues. Without one, it is a child.
     */
    continued(name: string, traceparent: string | undefined, options?: SpanOptions): Span;
    /** Adds attributes, or replaces those of the same names. */
    set(attributes: Attributes): void;
    /** Adds to numeric attributes, which are 0 before; undefined adds nothing. */
    add(counts: Readonly<Record<string, number | undefined>>): void;
    event(name: string, attributes?: Attributes): void;
    /** Marks the operation as failed. */
    fail(message: string): void;
    /** Exports the span as it is now: for operations that take minutes. */
    report(): void;
    /** Ends and exports the span. */
    end(): void;
}
/**
 * Begins the first span of this process in a trace: that of `traceparent`, or a new one where that
 * is absent or invalid.
 */
export declare function startTrace(sink: SpanSink, name: string, traceparent: string | undefined, options?: SpanOptions): Span;
/**
 * Whether a valid `traceparent` says that its caller records nothing
 * (https://www.w3.org/TR/trace-context/#sampled-flag).
 */
export declare function isUnsampled(traceparent: string | undefined): boolean;
/** The span in which the calling code runs; undefined when nothing is recorded. */
export declare function activeSpan(): Span | undefined;
/** Runs `task`, and everything that it begins, in `span`. Does not end the span. */
export declare function runInSpan<T>(span: Span, task: () => T): T;
/**
 * Runs `task` in a child of the active span, which ends with it; simply runs it when nothing is
 * recorded.
 */
export declare function withSpan<T>(name: string, task: () => Promise<T>, options?: SpanOptions): Promise<T>;
/** `withSpan` for a synchronous task. */
export declare function withSpanSync<T>(name: string, task: () => T, options?: SpanOptions): T;
export {};
