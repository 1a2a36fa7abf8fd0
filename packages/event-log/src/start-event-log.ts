import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { guardServer } from '@savepoint/server/guard/guard-server';
import { RequestGuard, type RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { DEFAULT_LIMITS } from '@savepoint/server/guard/request-limits';
import { decodeLogs, decodeSpans, type Encoding } from './decode-otlp.ts';
import { EventDatabase } from './event-database.ts';
import { EventStreams } from './event-stream.ts';
import { Forwarder } from './forwarder.ts';
import { QueryRunner } from './query-runner.ts';
import { createRunFile, createRunName } from './run-files.ts';
import type { QueryRequest } from './run-query.ts';
import { Senders } from './senders.ts';

export interface EventLogOptions extends Pick<RequestGuardOptions, 'allowedOrigins' | 'allow' | 'log'> {
  /** 0 selects a free port. */
  readonly port: number;
  /** Absolute path of the folder with one file per run. */
  readonly folder: string;
  /** The run whose file is written or continued (`createRunName`). Default: a new one. */
  readonly run?: string;
  /** Base URL of an OTLP backend that receives the same data. */
  readonly forwardTo?: string;
  /** Headers required by the backend. */
  readonly forwardHeaders?: Readonly<Record<string, string>>;
  /** See EventDatabaseOptions. */
  readonly maxBytes?: number;
  readonly queryTimeLimitMs?: number;
  /** The interval for checking processes with open spans. Default 2 s. */
  readonly senderCheckMs?: number;
}

/** A listening event log. */
export interface EventLog {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly file: string;
  /** Releases the port and closes the file. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = DEFAULT_LIMITS.bodyBytes;
/** A too large export must arrive so that it can be recorded as a gap. */
const LIMITS = { ...DEFAULT_LIMITS, bodyBytes: 2 * MAX_BODY_BYTES };
const SENDER_CHECK_MS = 2000;
const MAX_QUERY_BYTES = 1024 * 1024;

/** A request error: its status and message. */
class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts the event log on 127.0.0.1.
 * @throws the system's error when the port is in use or the folder cannot be written
 */
export async function startEventLog(options: EventLogOptions): Promise<EventLog> {
  const { port, folder, maxBytes } = options;
  const file = createRunFile(folder, options.run ?? createRunName());
  const database = new EventDatabase({ file, ...(maxBytes === undefined ? {} : { maxBytes }) });
  const streams = new EventStreams();
  const queries = new QueryRunner(file, options.queryTimeLimitMs);
  const writeGap = (message: string, dropped: number) => {
    database.recordGap(message, { dropped });
    const written = database.write([], []);
    if (written !== undefined) streams.publish(written);
  };
  const lastMs = database.lastMs();
  if (lastMs !== undefined) {
    writeGap(
      `The event log was stopped: nothing has been recorded since ${new Date(lastMs).toISOString()}`,
      0,
    );
  }
  const senders = new Senders();
  const senderCheck = setInterval(() => {
    const { spans, gaps } = senders.takeDead();
    const written = gaps.length === 0 ? undefined : database.write(spans, gaps);
    if (written !== undefined) streams.publish(written);
  }, options.senderCheckMs ?? SENDER_CHECK_MS).unref();
  const { forwardTo } = options;
  const forwarder =
    forwardTo === undefined
      ? undefined
      : new Forwarder(forwardTo, options.forwardHeaders ?? {}, (reason) =>
          writeGap(`Not forwarded: ${reason}`, 0),
        );

  const receive = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const encoding = encodingOf(request);
    const raw = await readBody(request, MAX_BODY_BYTES);
    const body = await decompress(raw, request.headers['content-encoding']);
    const isTraces = path === '/v1/traces';
    const spans = isTraces ? decodeSpans(body, encoding, Date.now()) : undefined;
    const logs = isTraces ? undefined : decodeLogs(body, encoding, Date.now());
    const rejected = (spans ?? logs)?.rejected ?? [];
    for (const reason of rejected) database.recordGap(`Not stored: ${reason}`, { dropped: 1 });
    const written = database.write(spans?.rows ?? [], logs?.rows ?? []);
    if (written === undefined) throw new RequestError(503, 'The event log cannot write to its file.');
    // Rows that were not stored are older than the stored ones.
    const stored = new Set(written.spans);
    for (const { pid, spans: sent } of spans?.senders ?? [])
      senders.add(
        pid,
        sent.filter((span) => stored.has(span)),
      );
    streams.publish(written);
    forwarder?.send({ path, headers: { 'content-type': contentType(encoding) }, body });
    // A partial rejection is reported only in the partialSuccess of a JSON response; protobuf
    // clients ignore it anyway.
    const count = isTraces ? 'rejectedSpans' : 'rejectedLogRecords';
    const partial =
      rejected.length === 0
        ? {}
        : { partialSuccess: { [count]: rejected.length, errorMessage: rejected[0] } };
    const bytes = encoding === 'json' ? Buffer.from(JSON.stringify(partial)) : Buffer.alloc(0);
    response
      .writeHead(200, { 'content-type': contentType(encoding), 'content-length': bytes.length })
      .end(bytes);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0] as string;
    switch (`${request.method} ${path}`) {
      case 'POST /v1/traces':
      case 'POST /v1/logs':
        try {
          return await receive(request, response, path);
        } catch (error) {
          if (error instanceof RequestError) {
            if (error.status !== 503) writeGap(`An export to ${path} was not read: ${error.message}`, 1);
            throw error;
          }
          const message = `An export to ${path} is unreadable: ${(error as Error).message}`;
          writeGap(message, 1);
          throw new RequestError(400, message);
        }
      case 'POST /api/query':
        return sendJson(response, await queries.run(parseQuery(await readBody(request, MAX_QUERY_BYTES))));
      case 'GET /api/stream':
        return streams.add(response);
      case 'GET /api/health':
        return sendJson(response, {
          file,
          spans: database.count('spans'),
          logs: database.count('logs'),
          dropped: database.dropped,
        });
      default:
        throw new RequestError(
          404,
          `${request.method} ${path} does not exist. Expected POST /v1/traces, POST /v1/logs, POST /api/query, GET /api/stream or GET /api/health.`,
        );
    }
  };

  const server = createServer((request, response) => {
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(response, origin);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    handle(request, response).catch((error: Error) => {
      // Any other error here comes from a query.
      const status = error instanceof RequestError ? error.status : 400;
      if (response.headersSent) response.destroy();
      else sendJson(response, { error: { message: error.message } }, status);
      request.resume();
    });
  });
  guardServer(server, new RequestGuard(options), LIMITS);
  try {
    server.listen({ host: '127.0.0.1', port, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    clearInterval(senderCheck);
    database.close();
    streams.close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file,
    async close() {
      clearInterval(senderCheck);
      streams.close();
      queries.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      database.close();
    },
  };
}

function encodingOf(request: IncomingMessage): Encoding {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  if (type === 'application/x-protobuf') return 'protobuf';
  throw new RequestError(
    415,
    `Content-Type is "${type}"; expected application/json or application/x-protobuf.`,
  );
}

function contentType(encoding: Encoding): string {
  return encoding === 'json' ? 'application/json' : 'application/x-protobuf';
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new RequestError(413, `The body is larger than ${limit / 1024 / 1024} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function decompress(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding === 'gzip') return await promisify(gunzip)(body, { maxOutputLength: MAX_BODY_BYTES });
  throw new RequestError(415, `Content-Encoding is "${encoding}"; expected gzip or none.`);
}

/** @throws RequestError if the body is not `{sql, params}` */
function parseQuery(body: Buffer): QueryRequest {
  const expected =
    'Expected JSON such as {"sql": "SELECT name FROM spans WHERE trace_id = ?", "params": ["..."]}.';
  let value: { sql?: unknown; params?: unknown } | null;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new RequestError(400, `The body is not JSON: ${(error as Error).message}. ${expected}`);
  }
  const { sql, params = [] } = value ?? {};
  if (typeof sql !== 'string' || typeof params !== 'object' || params === null) {
    throw new RequestError(400, `"sql" must be a string, and "params" an array or an object. ${expected}`);
  }
  return { sql, params: params as QueryRequest['params'] };
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'x-content-type-options': 'nosniff',
    })
    .end(text);
}

/** Pages on this machine, such as a dev server's, have another port. */
function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', 'content-type, traceparent');
  response.setHeader('access-control-max-age', '3600');
  response.setHeader('vary', 'Origin');
}
