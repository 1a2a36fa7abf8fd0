import { createRequire } from 'node:module';
import type { activeSpan, isUnsampled, runInSpan, Span, startTrace } from '@savepoint/server/core/tracing';
import { recorderPath } from '../functions-worker/recorder-path.ts';

/** The tracer of packages/event-log/src/firebase-tools.ts for the servers in this process. */
export interface Tracer {
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

interface Recorder {
  createTracer(endpoint: string): Tracer;
}

/**
 * Records spans of the servers in this process if OTEL_EXPORTER_OTLP_ENDPOINT names a receiver.
 * Otherwise, or if the bundle of packages/event-log cannot be loaded, undefined: the servers run
 * without it.
 */
export const tracer = loadTracer();

function loadTracer(): Tracer | undefined {
  const endpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  try {
    const { createTracer }: Recorder = createRequire(import.meta.url)(recorderPath('firebase-tools'));
    return createTracer(endpoint.replace(/\/$/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    process.stderr.write(`The emulators of firebase-tools are not recorded: ${reason}\n`);
    return undefined;
  }
}
