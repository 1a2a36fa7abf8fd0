// Records a span for each request to Auth, Storage, Hosting and a schedule, in the trace of its
// `traceparent`. Requests that a server sends while handling it (a trigger, Hosting's forwarded
// request) continue the trace. Requests with an unsampled `traceparent`, as sent by polling tools,
// have no span.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Patch } from '../patch.ts';
import { describeAuthExchange } from './describe-auth-exchange.ts';
import { describeOperation, type Operation } from './describe-operation.ts';
import { patchRequests } from './http-server.ts';
import { type Tracer, tracer } from './tracer.ts';

/**
 * Client errors are failures only for APIs, where they are results of an operation, and not for
 * pages.
 */
const FAILED_FROM: Readonly<Record<string, number>> = { auth: 400, storage: 400, schedules: 400 };
/**
 * The trigger generation is outdated, so nothing ran (packages/stack/src/emulators/scheduler.ts).
 */
const NOT_RUN = new Set([204, 404]);

/** The used parts of a fetch request. */
interface FetchRequest {
  readonly headers: unknown;
  addHeader(name: string, value: string): void;
}

export const requestTracing: Patch = {
  name: 'request-tracing',
  reason: 'requests are recorded in the event log',
  upstream: [],
  modules: [
    patchRequests(() => {
      if (tracer === undefined) return undefined;
      const recorder = tracer;
      const serverOf = readServers();
      continueTraces(recorder);
      return (request, response, emit) => {
        if (recorder.isUnsampled(traceparentOf(request))) return emit();
        const operation = describeOperation(serverOf.get(request.socket.localPort), request);
        if (operation === undefined) return emit();
        const span = beginSpan(recorder, operation, request, response);
        return recorder.runInSpan(span, emit);
      };
    }),
  ],
};

/** Server names by port, from the firebase.json with which firebase-tools was started. */
function readServers(): ReadonlyMap<number | undefined, string> {
  const flag = process.argv.indexOf('--config');
  const file = flag < 0 ? undefined : process.argv[flag + 1];
  try {
    const config: { emulators?: Record<string, { port?: number }> } = JSON.parse(
      readFileSync(file ?? 'firebase.json', 'utf8'),
    );
    return new Map(Object.entries(config.emulators ?? {}).map(([name, { port }]) => [port, name]));
  } catch {
    // firebase-tools reports the problem with the file.
    return new Map();
  }
}

function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function beginSpan(
  recorder: Tracer,
  { service, name, attributes }: Operation,
  request: IncomingMessage,
  response: ServerResponse,
): ReturnType<Tracer['startSpan']> {
  const span = recorder.startSpan(service, name, traceparentOf(request), { kind: 'server', attributes });
  // Hosting and the Functions emulator forward the headers.
  request.headers.traceparent = span.traceparent;
  if (service === 'auth') describeAuthExchange(span, request, response);
  response.once('close', () => {
    const { statusCode } = response;
    if (service === 'schedules' && NOT_RUN.has(statusCode)) return;
    span.set({ 'http.response.status_code': statusCode });
    if (!response.writableFinished) span.fail('the connection was closed before the response was complete');
    else if (statusCode >= (FAILED_FROM[service] ?? 500)) span.fail(`status ${statusCode}`);
    span.end();
  });
  return span;
}

/** Adds the header to requests sent through node:http and fetch while a request is handled. */
function continueTraces(recorder: Tracer): void {
  const { setHeader } = ClientRequest.prototype;
  subscribe('http.client.request.created', (message) => {
    const span = recorder.activeSpan();
    const request = fieldOf(message, 'request');
    if (span === undefined || !(request instanceof ClientRequest)) return;
    if (request.headersSent || request.hasHeader('traceparent')) return;
    setHeader.call(request, 'traceparent', span.traceparent);
  });
  subscribe('undici:request:create', (message) => {
    const span = recorder.activeSpan();
    const request = fieldOf(message, 'request');
    if (span === undefined || !isFetchRequest(request)) return;
    if (!String(request.headers).toLowerCase().includes('traceparent'))
      request.addHeader('traceparent', span.traceparent);
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isFetchRequest(value: unknown): value is FetchRequest {
  return typeof fieldOf(value, 'addHeader') === 'function';
}
