// Owns WebChannel for Listen and Write: /google.firestore.v1.Firestore/{Listen|Write}/channel, wire version 8. Opens
// sessions, feeds forward maps to the service in order, hands responses to the session. Knows no database.
// One HTTP exchange is a handshake (POST, no SID), a forward POST, a back channel (GET, RID=rpc) or TYPE=terminate.

import { randomBytes } from 'node:crypto';
import { statusName, toRpcError } from '../core/rpc-error.ts';
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
import { type HttpExchange, readBody } from './http-exchange.ts';
import { errorBody } from './http-status.ts';
import { parseJson, requestFromJson } from './request-json.ts';
import { responseToJson } from './response-json.ts';
import { type ForwardForm, parseFoldedHeaders, parseForwardForm } from './webchannel-form.ts';
import { frame, NOOP_INTERVAL_MS, WebChannelSession } from './webchannel-session.ts';

type StreamName = 'Listen' | 'Write';

const WIRE_VERSION = 8;
const SERVER_VERSION = 12;
/** What the browser is told: it gives a silent back channel up after one and a half times this. */
const KEEP_ALIVE_MS = 30_000;

/** One open stream: its session and the side that feeds the service. */
interface OpenStream {
  readonly session: WebChannelSession;
  /** Takes the maps of one forward POST; those seen before are passed over. */
  receive(form: ForwardForm): void;
}

/** The service's messages of one stream name, decoded and encoded. */
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

  /** Sessions that are open now. */
  get size(): number {
    return this.#streams.size;
  }

  /** Ends every session and stream. */
  close(): void {
    for (const { session } of [...this.#streams.values()]) session.end('terminated');
  }

  /** Answers an exchange; false when its path is no WebChannel. */
  async handle(exchange: HttpExchange): Promise<boolean> {
    const [service, name, channel, ...rest] = exchange.segments;
    if (service !== 'google.firestore.v1.Firestore' || channel !== 'channel' || rest.length > 0) return false;
    if (name !== 'Listen' && name !== 'Write') return false;
    const { request, query } = exchange;
    const id = query.get('SID');
    if (request.method === 'POST' && id === null) await this.#handshake(exchange, name);
    else if (id === null) sendBadRequest(exchange, 'SID is missing');
    else await this.#continue(exchange, id);
    return true;
  }

  async #continue(exchange: HttpExchange, id: string): Promise<void> {
    const { request, response, query } = exchange;
    const stream = this.#streams.get(id);
    const isTerminate = query.get('TYPE') === 'terminate';
    if (isTerminate) {
      await readBody(exchange);
      stream?.session.end('terminated');
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end();
    } else if (stream === undefined) {
      // The browser looks for these words after the first character of a 400, and opens a new session.
      sendBadRequest(exchange, 'Unknown SID');
    } else if (request.method === 'POST') {
      const form = parseForwardForm(await readBody(exchange));
      stream.session.acknowledge(Number(query.get('AID') ?? '0') || 0);
      stream.receive(form);
      sendText(exchange, stream.session.forwardResponse());
    } else if (request.method === 'GET') {
      const lastSeenId = Number(query.get('AID') ?? '0') || 0;
      const pollLimitMs = Number(query.get('TO')) || NOOP_INTERVAL_MS;
      stream.session.attach(response, lastSeenId, query.get('CI') === '1', pollLimitMs);
    } else {
      sendBadRequest(exchange, `${request.method} is not part of WebChannel`);
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
    void this.#pump(session, invokeStream(this.#service, name, texts, context), aborter.signal);
    return stream;
  }

  /** Hands responses to the session as fast as the browser takes them; a refusal travels in band, then the stream closes. */
  async #pump(
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
  };
}

function sendText({ response }: HttpExchange, text: string, status = 200): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, max-age=0',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

function sendBadRequest(exchange: HttpExchange, reason: string): void {
  sendText(exchange, `WebChannel error: ${reason}`, 400);
}
