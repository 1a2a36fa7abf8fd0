// The package's entry point: creates the parts of one emulator and serves them on one port.

import type { IncomingMessage } from 'node:http';
import { Clock, SYSTEM_TIME, type TimeSource } from '@savepoint/server/core/clock';
import { createServer } from '@savepoint/server/core/node-http';
import { printable, printableError } from '@savepoint/server/core/printable';
import { runInSpan, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { type ListeningServer, listenGuarded } from '@savepoint/server/http/listen-guarded';
import { OtlpExporter } from '@savepoint/server/http/otlp-exporter';
import { TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import { unusablePath } from '@savepoint/server/process/command-line';
import { billBytes, billHandshake } from './core/billing.ts';
import { MAX_DEPTH, MAX_KEY_BYTES, MAX_REST_WRITE_BYTES } from './core/limits.ts';
import { Node } from './core/node.ts';
import { parseNode } from './core/parse-node.ts';
import { PushIds } from './core/push-id.ts';
import { isNamespaceName, Namespaces } from './database/namespaces.ts';
import { OPEN_RULES } from './database/open-rules.ts';
import { reportSplitData } from './database/split-data.ts';
import { sendError, sendFault } from './rest/respond.ts';
import { serveRest } from './rest/rest.ts';
import { restErrorOf } from './rest/rest-error.ts';
import { createExchange, type Exchange } from './rest/rest-request.ts';
import { compileRuleset, formatIssues, type Ruleset } from './rules/ruleset.ts';
import { isSettings, type SettingsTargets, serveSettings } from './settings/settings.ts';
import { LongPolls } from './socket/long-polls.ts';
import { Sessions } from './socket/sessions.ts';
import { WebSockets } from './socket/websocket.ts';
import { Triggers } from './triggers/triggers.ts';

/** The options of an emulator. All are optional. */
export interface DatabaseEmulatorOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  /** Default 0, which selects a free port. */
  readonly port?: number;
  /** An address of this machine. `0.0.0.0` lets other machines call. */
  readonly host?: string;
  /** HOST:PORT of the Functions emulator, whose triggers are then called. */
  readonly functionsEmulator?: string | undefined;
  /** Base URL of an OTLP receiver for spans. If absent, nothing is recorded. */
  readonly otlpEndpoint?: string | undefined;
  /** The text of the rules for namespaces without rules. Default: open rules. */
  readonly rules?: string;
  /** The initial data of namespaces, by name. */
  readonly data?: ReadonlyMap<string, unknown>;
  /** The folder of the write-ahead log. Without it, data exists only in memory. */
  readonly dataDir?: string | undefined;
  /**
   * Receives a line about damage to the log, or about writes that could not be stored. Default:
   * standard error.
   */
  readonly warn?: (line: string) => void;
  readonly time?: TimeSource;
  /** Receives a line per denied operation, event that is not sent and rejected caller. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface DatabaseEmulator {
  /** `HOST:PORT`, the form of FIREBASE_DATABASE_EMULATOR_HOST. */
  readonly host: string;
  readonly port: number;
  /** The clock for timestamps, push ids and the variable `now`. */
  readonly clock: Clock;
  /** Deletes the data of all namespaces, but keeps rules and triggers. */
  reset(): void;
  /** Releases the port. Pending onDisconnect writes are applied. */
  close(): Promise<void>;
}

const LIMITS = {
  bodyBytes: MAX_REST_WRITE_BYTES,
  segmentBytes: MAX_KEY_BYTES,
  pathBytes: MAX_DEPTH * MAX_KEY_BYTES,
};
const INVALID_NAMESPACE = '{"error" : "ns may contain letters, digits, _, - and . only."}\n';
const MAX_HEADER_BYTES = 128 * 1024;
/** Production's maximum duration of a request. An import of 256 MB may take minutes. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * Starts an emulator of the Realtime Database.
 * @throws Error when rules or data are invalid, or the port is in use (`code` is EADDRINUSE)
 */
export async function startDatabaseEmulator(
  options: DatabaseEmulatorOptions = {},
): Promise<DatabaseEmulator> {
  const { port = 0, host = '127.0.0.1', time = SYSTEM_TIME, log = () => {} } = options;
  const { warn = warnOnStandardError } = options;
  const { rules = OPEN_RULES } = options;
  checkRules(rules);
  const clock = new Clock(time);
  const { exporter, onSpan } = createExporter(options.otlpEndpoint);
  const delivery =
    options.functionsEmulator === undefined
      ? undefined
      : new TriggerDelivery({ sender: 'the Realtime Database', address: options.functionsEmulator, log });
  let listening: ListeningServer | undefined;
  const triggers = new Triggers(delivery, () => new URL(listening?.url ?? 'http://localhost').host, log);
  const onSplitData = reportSplitData(() => namespaces, log);
  const namespaces: Namespaces = new Namespaces({
    clock,
    initialRules: () => compileRuleset(rules).ruleset as Ruleset,
    onCommit(commit) {
      const onDone = triggers.prepare(commit);
      onSplitData(commit);
      return onDone;
    },
    onDenied: ({ namespace, path, decision }) =>
      log(`${decision.method} /${path.join('/')} (${namespace}) → deny: ${decision.explain().summary}`),
  });
  if (options.dataDir !== undefined) openFolder(namespaces, options.dataDir, warn);
  const sessions = new Sessions(onSpan);
  const onFault = (error: unknown): void => {
    for (const line of printableError(error).split('\n')) log(line);
  };
  const sockets = new WebSockets({ namespaces, sessions, onFault });
  const polls = new LongPolls({ namespaces, sessions, clock });
  const targets: SettingsTargets = { namespaces, triggers, values: new Map() };
  const reset = (): void => {
    namespaces.replaceRoots(namespaces.names.map((name) => [name, Node.EMPTY]));
  };
  const pushIds = new PushIds();
  const serving: Serving = { targets, polls, pushIds, reset, onFault, onSpan };
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (hasNamespace(request)) serve(createExchange(request, response, namespaces), serving);
    else response.writeHead(400, { 'content-type': 'application/json' }).end(INVALID_NAMESPACE);
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.on('upgrade', (request, socket, head) => {
    if (hasNamespace(request)) sockets.accept(request, socket, head);
    else socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  try {
    importData(namespaces, options.data ?? new Map(), clock);
    listening = await listenGuarded(server, { ...options, host, port, log }, LIMITS);
  } catch (error) {
    namespaces.close();
    throw error;
  }
  return {
    host: new URL(listening.url).host,
    port: listening.port,
    clock,
    reset,
    async close() {
      sessions.endAll();
      sockets.close();
      clock.cancelTimers();
      delivery?.close();
      await listening?.close();
      namespaces.close();
      await exporter?.flush();
    },
  };
}

function warnOnStandardError(line: string): void {
  console.error(printable(`savepoint-database: ${line}`));
}

/** @throws UsageError for an unusable folder */
function openFolder(namespaces: Namespaces, folder: string, warn: (line: string) => void): void {
  try {
    namespaces.open({ folder, warn });
  } catch (error) {
    throw unusablePath('data-dir', folder, 'a folder', error);
  }
}

function importData(namespaces: Namespaces, data: ReadonlyMap<string, unknown>, clock: Clock): void {
  const target = { existing: Node.EMPTY, depth: 0, values: { nowMs: clock.nowMs() } };
  namespaces.replaceRoots(Array.from(data, ([name, json]) => [name, parseNode(json, target)]));
}

/** @throws Error with the issues if rules do not compile */
function checkRules(text: string): void {
  const { ruleset, issues } = compileRuleset(text);
  if (ruleset === undefined) throw new Error(`The rules do not compile:\n${formatIssues(issues)}`);
}

function createExporter(endpoint: string | undefined): {
  readonly exporter?: OtlpExporter;
  readonly onSpan?: SpanSink;
} {
  if (endpoint === undefined) return {};
  const exporter = new OtlpExporter({ endpoint, service: 'database' });
  return { exporter, onSpan: (span) => exporter.add(span) };
}

function hasNamespace({ url = '/' }: IncomingMessage): boolean {
  return isNamespaceName(new URLSearchParams(url.split('?').slice(1).join('?')).get('ns'));
}

interface Serving {
  readonly targets: SettingsTargets;
  readonly polls: LongPolls;
  readonly pushIds: PushIds;
  readonly reset: () => void;
  readonly onFault: (error: unknown) => void;
  readonly onSpan: SpanSink | undefined;
}

/** Serves a request in its own span, which continues the trace of its `traceparent`. */
function serve(exchange: Exchange, serving: Serving): void {
  const { request, pathname } = exchange;
  const serveAndCatch = () =>
    dispatch(exchange, serving).catch((error: unknown) => fail(exchange, error, serving));
  if (serving.onSpan === undefined) {
    void serveAndCatch();
    return;
  }
  const { traceparent } = request.headers;
  const span = startTrace(
    serving.onSpan,
    `${request.method} ${pathname}`,
    typeof traceparent === 'string' ? traceparent : undefined,
    { kind: 'server', attributes: { namespace: exchange.namespace.name } },
  );
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  exchange.response.once('close', () => {
    if (isBilled(exchange)) {
      if (sentBefore === 0) billHandshake(span);
      billBytes(socket.bytesWritten - sentBefore, span);
    }
    span.set({ 'http.response.status_code': exchange.response.statusCode });
    span.end();
  });
  void runInSpan(span, serveAndCatch);
}

/** Returns whether production charges for such a request. Long polling is billed by message. */
function isBilled(exchange: Exchange): boolean {
  const { pathname } = exchange;
  return !isSettings(exchange) && pathname !== '/.lp' && !pathname.startsWith('/_savepoint/');
}

async function dispatch(exchange: Exchange, { targets, polls, pushIds, reset }: Serving): Promise<void> {
  const { pathname, request, response } = exchange;
  if (isSettings(exchange)) await serveSettings(exchange, targets);
  else if (pathname === '/.lp') polls.serve(request, response, exchange.parameters);
  else if (pathname === '/_savepoint/reset' && request.method === 'POST') {
    reset();
    response.setHeader('content-type', 'application/json').end('{}');
  } else if (pathname === '/' && request.method === 'GET') response.end('Ok');
  else await serveRest(exchange, pushIds);
}

function fail(exchange: Exchange, error: unknown, { onFault }: Serving): void {
  const known = restErrorOf(error);
  exchange.request.resume();
  if (known !== undefined && !exchange.response.headersSent) {
    sendError(exchange, known);
    return;
  }
  if (known === undefined) onFault(error);
  sendFault(exchange);
}
