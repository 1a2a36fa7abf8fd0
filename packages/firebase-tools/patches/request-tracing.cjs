// A span for each request to Auth, Storage, Hosting and to a schedule, in the trace of its
// `traceparent`. What a server sends while it handles the request (a trigger, the request that
// Hosting passes on) continues the trace. A request whose `traceparent` is not sampled is no span:
// a tool that polls says so.
const { readFileSync } = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');
const { describeOperation } = require('./describe-operation.cjs');
const { describeAuthExchange } = require('./describe-auth-exchange.cjs');
const { tracer } = require('./tracer.cjs');

exports.module = 'node:http';

exports.expected = {
  'a Server whose requests are events': ({ Server }) => typeof Server.prototype.emit === 'function',
};

/** Errors of clients are theirs to see where they are results of an operation, not of a page. */
const FAILED_FROM = { auth: 400, storage: 400, schedules: 400 };
/**
 * The Functions emulator has enabled its triggers again since: nothing ran
 * (packages/stack/src/emulators/scheduler.ts).
 */
const NOT_RUN = new Set([204, 404]);

exports.apply = ({ Server }) => {
  if (tracer === undefined) return;
  const serverOf = readServers();
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitInSpan(event, ...args) {
    if (event !== 'request' && event !== 'checkContinue') return emit.call(this, event, ...args);
    const [request, response] = args;
    if (tracer.isUnsampled(request.headers.traceparent)) return emit.call(this, event, ...args);
    const operation = describeOperation(serverOf.get(request.socket.localPort), request);
    if (operation === undefined) return emit.call(this, event, ...args);
    const span = beginSpan(operation, request, response);
    return tracer.runInSpan(span, () => emit.call(this, event, ...args));
  };
  continueTraces();
};

/**
 * The names of the servers by their ports, from the firebase.json with which firebase-tools was
 * started.
 */
function readServers() {
  const flag = process.argv.indexOf('--config');
  try {
    const { emulators = {} } = JSON.parse(
      readFileSync(flag < 0 ? 'firebase.json' : process.argv[flag + 1], 'utf8'),
    );
    return new Map(Object.entries(emulators).map(([name, { port }]) => [port, name]));
  } catch {
    // firebase-tools says what is wrong with it.
    return new Map();
  }
}

function beginSpan({ service, name, attributes }, request, response) {
  const { traceparent } = request.headers;
  const span = tracer.startSpan(service, name, traceparent, { kind: 'server', attributes });
  // Hosting and the Functions emulator pass the headers on.
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

/** Adds the header to what is sent by node:http and by fetch while a request is handled. */
function continueTraces() {
  const { ClientRequest } = require('node:http');
  const { setHeader } = ClientRequest.prototype;
  subscribe('http.client.request.created', ({ request }) => {
    const span = tracer.activeSpan();
    if (span === undefined || request.headersSent || request.hasHeader('traceparent')) return;
    setHeader.call(request, 'traceparent', span.traceparent);
  });
  subscribe('undici:request:create', ({ request }) => {
    const span = tracer.activeSpan();
    const hasHeader = String(request.headers).toLowerCase().includes('traceparent');
    if (span !== undefined && !hasHeader) request.addHeader('traceparent', span.traceparent);
  });
}
