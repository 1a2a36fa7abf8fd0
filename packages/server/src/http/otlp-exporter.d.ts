import type { SpanRecord, SpanSink } from '../core/tracing.ts';
export interface OtlpExporterOptions {
    /** Base URL of the receiver, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
    readonly endpoint: string;
    /** The `service.name` of the spans. */
    readonly service: string;
    /** How long spans are collected before they are sent; a second by default. */
    readonly delayMs?: number;
}
/** A queue of spans that are sent in the background. */
export declare class OtlpExporter {
    #private;
    constructor({ endpoint, service, delayMs }: OtlpExporterOptions);
    /** Queues a span. */
    add(span: SpanRecord): void;
    /** Sends what is queued, once; spans that are not accepted are dropped. */
    flush(): Promise<void>;
}
/** What sends spans to `endpoint`; undefined, so that nothing is recorded, without one. */
export declare function otlpSink(endpoint: string | undefined, service: string): SpanSink | undefined;
