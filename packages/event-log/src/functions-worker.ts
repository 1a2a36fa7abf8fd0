// Loaded into each worker of the Functions emulator before the functions
// (packages/firebase-tools/functions-worker/tracing.ts). Records invocations, requests to other
// services, the spans of the Firestore SDK, and log lines, without changes to the functions.

import { IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer,
  type TracerProvider as TracerProviderApi,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { redactText, redactValue } from '@savepoint/server/core/redact';
import { CrashReport, sendAtExit } from './crash-report.ts';
import { logEntries } from './log-entry.ts';
import { OpenSpanProcessor } from './open-span-processor.ts';
import { recordWriters } from './record-writers.ts';

const EXPORT_DELAY_MS = 1000;
const MAX_QUEUED = 16_384;
/**
 * Fourteen attributes of each Firestore SDK span that are always the same. They would dominate the
 * data to send, decode and store.
 */
const SDK_SETTING = /^(gcp\.firestore\.settings|otel\.scope)\./;
/** firebase-tools polls this path until a worker is ready. */
const INTERNAL_PATH = /^\/__\//;

/**
 * The invoked function, from the header of a request
 * (packages/firebase-tools/functions-worker/protocol.ts).
 */
interface Invocation {
  readonly target: string;
  /** True if the request has waited for this process to start. */
  readonly isColdStart: boolean;
}

/** Undefined for a request that does not invoke a function. */
type InvocationOf = (request: IncomingMessage) => Invocation | undefined;

/**
 * Starts recording in this process and exporting to `endpoint`, the base URL of an OTLP receiver.
 * `kitFolder` contains the program that serves the functions. Returns a function with the headers
 * that continue the active trace.
 */
export function recordFunctions(
  endpoint: string,
  invocationOf: InvocationOf,
  kitFolder: string,
): () => Readonly<Record<string, string>> {
  const resource = resourceFromAttributes({ 'service.name': 'functions', 'process.pid': process.pid });
  const batch = { maxQueueSize: MAX_QUEUED, scheduledDelayMillis: EXPORT_DELAY_MS };
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const crashReport = new CrashReport();
  const provider = new TracerProvider({
    resource,
    spanProcessors: [
      redactingProcessor(),
      new OpenSpanProcessor({
        exporter,
        delayMs: EXPORT_DELAY_MS,
        isReported: ({ kind }) => kind === SpanKind.SERVER,
        redact: redactSpan,
      }),
      new BatchSpanProcessor({ ...batch, exporter }),
      crashReport,
    ],
  });
  sendAtExit(crashReport, `${endpoint}/v1/traces`);
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  for (const [instrumentation, itsProvider] of [
    [httpInstrumentation(invocationOf), provider],
    [new UndiciInstrumentation(), provider],
    [new GrpcInstrumentation(), propagatingProvider()],
  ] as const) {
    instrumentation.setTracerProvider(itsProvider);
    instrumentation.enable();
  }
  syncBuiltinESMExports();
  recordWriters(kitFolder);
  const logs = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        ...batch,
        exporter: new OTLPLogExporter({ url: `${endpoint}/v1/logs` }),
      }),
    ],
  });
  recordOutput(logs);
  return () => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    return headers;
  };
}

/**
 * Its tracer begins no spans: requests of an instrumentation continue the active one. gRPC requests
 * are already recorded by the SDK that sends them and by the emulator that receives them.
 */
function propagatingProvider(): TracerProviderApi {
  const startSpan = () => trace.wrapSpanContext(trace.getActiveSpan()?.spanContext() ?? INVALID_SPAN_CONTEXT);
  return { getTracer: () => ({ startSpan, startActiveSpan: () => undefined }) as unknown as Tracer };
}

function httpInstrumentation(invocationOf: InvocationOf): HttpInstrumentation {
  return new HttpInstrumentation({
    ignoreIncomingRequestHook: ({ url = '' }) => INTERNAL_PATH.test(url),
    requestHook: (span, request) => {
      const invocation = request instanceof IncomingMessage ? invocationOf(request) : undefined;
      if (invocation === undefined) return;
      const { target, isColdStart } = invocation;
      span.updateName(target);
      span.setAttributes({
        'faas.name': target,
        'faas.coldstart': isColdStart,
        ...eventAttributes(request as IncomingMessage),
      });
      if (isColdStart) recordColdStart(span);
    },
  });
}

/** The schedule or CloudEvent that invokes a function, from the headers. */
function eventAttributes({ headers }: IncomingMessage): Attributes {
  const job = headers['x-cloudscheduler-jobname'];
  if (typeof job === 'string') return { 'faas.trigger': 'timer', 'faas.job': job };
  const type = headers['ce-type'];
  if (typeof type !== 'string') return {};
  return {
    'faas.trigger': 'event',
    'cloudevents.event_type': type,
    'cloudevents.event_id': String(headers['ce-id'] ?? ''),
    'cloudevents.event_subject': String(headers['ce-subject'] ?? ''),
  };
}

/**
 * Records the time from the start of the process to its first request, as a sibling of the
 * invocation that waited for it.
 */
function recordColdStart(invocation: Span): void {
  const { parentSpanContext } = invocation as Span & { parentSpanContext?: ReturnType<Span['spanContext']> };
  if (parentSpanContext === undefined) return;
  const parent = trace.setSpanContext(ROOT_CONTEXT, parentSpanContext);
  const span = trace
    .getTracer('savepoint')
    .startSpan('cold start', { startTime: performance.timeOrigin }, parent);
  span.end();
}

interface RedactableSpan {
  name: string;
  readonly attributes: Attributes;
  readonly status: { message?: string };
  readonly events: readonly { attributes?: Attributes }[];
}

/**
 * Removes secrets from name, attributes and events, and repeated attributes of Firestore SDK spans,
 * before export.
 */
function redactSpan(span: RedactableSpan): void {
  for (const name of Object.keys(span.attributes)) {
    if (SDK_SETTING.test(name)) delete span.attributes[name];
  }
  const redact = (attributes: Attributes) => Object.assign(attributes, redactValue(attributes));
  redact(span.attributes);
  for (const { attributes } of span.events) if (attributes !== undefined) redact(attributes);
  if (span.status.message !== undefined) span.status.message = redactText(span.status.message);
  span.name = redactText(span.name);
}

function redactingProcessor() {
  return {
    onStart: () => undefined,
    onEnd: redactSpan,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
}

/** Converts the worker's output to log records of the active span; it is still printed. */
function recordOutput(provider: LoggerProvider): void {
  const logger = provider.getLogger('output');
  for (const [stream, severity] of [
    [process.stdout, 'INFO'],
    [process.stderr, 'ERROR'],
  ] as const) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = ((...args: unknown[]) => {
      for (const entry of typeof args[0] === 'string' ? logEntries(args[0], severity) : []) {
        logger.emit({
          timestamp: Date.now(),
          severityText: entry.severity,
          body: entry.body,
          attributes: entry.attributes as Record<string, string>,
          context: context.active(),
        });
      }
      return write(...args);
    }) as typeof stream.write;
  }
}
