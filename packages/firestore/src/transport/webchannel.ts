// WebChannel, wire version 8, for /google.firestore.v1.Firestore/{Listen|Write}/channel. A request
// is a handshake (POST without SID), a forward channel request (POST), a back channel (GET with
// RID=rpc) or TYPE=terminate. The protocol is defined by google/closure-library,
// closure/goog/labs/net/webchannel.

import { randomBytes } from 'node:crypto';
import { type HttpExchange, readBody, traceparentOf } from '@savepoint/server/http/http-exchange';
import { errorBody } from '@savepoint/server/http/http-status';
import { parseJson } from '@savepoint/server/http/parse-json';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { invalidArgument, type RpcError, statusName, toRpcError } from '../core/rpc-error.ts';
import {
  type ListenRequest,
  ListenRequestSchema,
  ListenResponseSchema,
  type WriteRequest,
  WriteRequestSchema,
  WriteResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import { AsyncQueue } from './async-queue.ts';
import { responseToJson } from './response-json.ts';
import { type ForwardForm, parseFoldedHeaders, parseForwardForm } from './webchannel-form.ts';
import { frame, NOOP_INTERVAL_MS, WebChannelSession } from './webchannel-session.ts';

type StreamName = 'Listen' | 'Write';

const WIRE_VERSION = 8;
const SERVER_VERSION = 12;
/**
 * The keep-alive interval announced in the handshake: the client abandons a back channel that is
 * silent for 1.5 times as long.
 */
const KEEP_ALIVE_MS = 30_000;

interface OpenStream {
  readonly session: WebChannelSession;
  /** Passes the messages of a forward request to the service, skipping messages received before. */
  receive(form: ForwardForm): void;
}

/** Calls a streaming method with requests and responses as JSON texts. */
function invokeStream(
  service: FirestoreService,
  name: StreamName,
  texts: AsyncIterable<string>,
  call: CallContext,
): AsyncIterable<string> {
  return name === 'Listen' ? listenTexts(service, texts, call) : writeTexts(service, texts, call);
}

async function* listenTexts(service: FirestoreService, texts: AsyncIterable<string>, call: CallContext) {
  async function* decode(): AsyncGenerator<ListenRequest> {
    for await (const text of texts) yield requestFromJson(ListenRequestSchema, parseJson(text));
  }
  for await (const response of service.listen(decode(), call)) {
    yield JSON.stringify(responseToJson(ListenResponseSchema, response));
  }
}

async function* writeTexts(service: FirestoreService, texts: AsyncIterable<string>, call: CallContext) {
  async function* decode(): AsyncGenerator<WriteRequest> {
    for await (const text of texts) yield requestFromJson(WriteRequestSchema, parseJson(text));
  }
  for await (const response of service.write(decode(), call)) {
    yield JSON.stringify(responseToJson(WriteResponseSchema, response));
  }
}

/** All WebChannel sessions of one server. */
export class WebChannelSessions {
  readonly #service: FirestoreService;
  readonly #streams = new Map<string, OpenStream>();

  constructor(service: FirestoreService) {
    this.#service = service;
  }

  /** The number of open sessions. */
  get size(): number {
    return this.#streams.size;
  }

  /** Ends every session and stream. */
  close(): void {
    for (const { session } of [...this.#streams.values()]) session.end('terminated');
  }

  /**
   * Handles a WebChannel request. Resolves to false for other paths. Rejects with INVALID_ARGUMENT
   * for an invalid one.
   */
  async handle(exchange: HttpExchange): Promise<boolean> {
    const [service, name, channel, ...rest] = exchange.segments;
    if (service !== 'google.firestore.v1.Firestore' || channel !== 'channel' || rest.length > 0) return false;
    if (name !== 'Listen' && name !== 'Write') return false;
    const { request, query } = exchange;
    const id = query.get('SID');
    if (request.method === 'POST' && id === null) await this.#handshake(exchange, name);
    else if (id === null) throw badRequest('SID is missing');
    else await this.#handleSessionRequest(exchange, id);
    return true;
  }

  async #handleSessionRequest(exchange: HttpExchange, id: string): Promise<void> {
    const { request, response, query } = exchange;
    const stream = this.#streams.get(id);
    const isTerminate = query.get('TYPE') === 'terminate';
    if (isTerminate) {
      await readBody(exchange);
      stream?.session.end('terminated');
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end();
    } else if (stream === undefined) {
      // The client opens a new session if a 400 contains this text after its first character.
      throw badRequest('Unknown SID');
    } else if (request.method === 'POST') {
      const form = parseForwardForm(await readBody(exchange));
      stream.session.acknowledge(Number(query.get('AID') ?? '0') || 0);
      stream.receive(form);
      sendText(exchange, stream.session.forwardResponse());
    } else if (request.method === 'GET') {
      const lastSeenId = Number(query.get('AID') ?? '0') || 0;
      const pollTimeoutMs = Number(query.get('TO')) || NOOP_INTERVAL_MS;
      stream.session.attach(response, lastSeenId, query.get('CI') === '1', pollTimeoutMs);
    } else {
      throw badRequest(`${request.method} is not part of WebChannel`);
    }
  }

  async #handshake(exchange: HttpExchange, name: StreamName): Promise<void> {
    const form = parseForwardForm(await readBody(exchange));
    const stream = this.#open(name, partialCallContext(exchange, form));
    stream.receive(form);
    const { id } = stream.session;
    sendText(
      exchange,
      frame(JSON.stringify([[0, ['c', id, '', WIRE_VERSION, SERVER_VERSION, KEEP_ALIVE_MS]]])),
    );
  }

  #open(name: StreamName, call: Omit<CallContext, 'signal' | 'transport'>): OpenStream {
    const aborter = new AbortController();
    const texts = new AsyncQueue<string>();
    const session = new WebChannelSession(randomBytes(16).toString('base64url'), () => {
      this.#streams.delete(session.id);
      texts.end();
      aborter.abort();
    });
    let nextMapId = 0;
    const stream: OpenStream = {
      session,
      receive({ offset, messages }) {
        messages.forEach((text, index) => {
          if (offset + index < nextMapId) return;
          nextMapId = offset + index + 1;
          texts.push(text);
        });
      },
    };
    this.#streams.set(session.id, stream);
    const context: CallContext = { ...call, signal: aborter.signal, transport: 'webchannel' };
    void this.#sendResponses(session, invokeStream(this.#service, name, texts, context), aborter.signal);
    return stream;
  }

  /** Sends responses with back-pressure. An error is sent in-band, then the session closes. */
  async #sendResponses(
    session: WebChannelSession,
    responses: AsyncIterable<string>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for await (const text of responses) {
        await session.send(text);
        if (signal.aborted) return;
      }
    } catch (cause) {
      const error = toRpcError(cause);
      const message = error.message === '' ? statusName(error.code) : error.message;
      const body = errorBody(error);
      void session.send(JSON.stringify({ error: { ...body.error, message } }));
    }
    session.close();
  }
}

function partialCallContext(
  { request, query }: HttpExchange,
  form: ForwardForm,
): Omit<CallContext, 'signal' | 'transport'> {
  const folded = new Map([...parseFoldedHeaders(query.get('$httpHeaders') ?? ''), ...form.headers]);
  return {
    authorization: folded.get('authorization') ?? request.headers.authorization,
    databaseName: query.get('database') ?? folded.get('google-cloud-resource-prefix'),
    traceparent: folded.get('traceparent') ?? traceparentOf(request),
  };
}

function sendText({ response }: HttpExchange, text: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, max-age=0',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

function badRequest(reason: string): RpcError {
  return invalidArgument(`WebChannel error: ${reason}`);
}
