// The tracer for firebase-tools' process, whose preload loads it as a bundle
// (packages/firebase-tools/patches/tracer.ts).
import { activeSpan, isUnsampled, runInSpan, type Span, startTrace } from '@savepoint/server/core/tracing';
import { OtlpExporter } from '@savepoint/server/http/otlp-exporter';

export interface Tracer {
  /**
   * Begins a span of a server in the trace of `traceparent` or, without it, below the active span
   * or in a new trace.
   */
  startSpan(
    service: string,
    name: string,
    traceparent: string | undefined,
    options?: Parameters<typeof startTrace>[3],
  ): Span;
  readonly runInSpan: typeof runInSpan;
  readonly activeSpan: typeof activeSpan;
  readonly isUnsampled: typeof isUnsampled;
}

/** A tracer whose spans are sent to `endpoint`, the base URL of an OTLP receiver. */
export function createTracer(endpoint: string): Tracer {
  const exporters = new Map<string, OtlpExporter>();
  const exporterOf = (service: string): OtlpExporter => {
    const existing = exporters.get(service);
    if (existing !== undefined) return existing;
    const exporter = new OtlpExporter({ endpoint, service });
    exporters.set(service, exporter);
    return exporter;
  };
  return {
    startSpan(service, name, traceparent, options) {
      const exporter = exporterOf(service);
      return startTrace(
        (span) => exporter.add(span),
        name,
        traceparent ?? activeSpan()?.traceparent,
        options,
      );
    },
    runInSpan,
    activeSpan,
    isUnsampled,
  };
}
