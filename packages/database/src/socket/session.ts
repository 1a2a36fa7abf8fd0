// A client while it is connected: its login, its listeners, and its pending onDisconnect writes. It
// is independent of transports: a session may begin with long polling and continue over a
// WebSocket.

import type { Timer } from '@savepoint/server/core/clock';
import type { SpanSink } from '@savepoint/server/core/tracing';
import { billMessage } from '../core/billing.ts';
import { InvalidDataError } from '../core/invalid-data.ts';
import { MAX_DEPTH, MAX_SOCKET_WRITE_BYTES } from '../core/limits.ts';
import { isDeeperThan } from '../core/nesting.ts';
import { QueryError } from '../core/query-error.ts';
import { NotStoredError } from '../database/change-log.ts';
import { InvalidTokenError, type Login, SIGNED_OUT } from '../database/login.ts';
import { DeniedError, type Namespace, StaleError } from '../database/namespace.ts';
import { OnDisconnect } from '../database/on-disconnect.ts';
import { ACTIONS, type Client } from './actions.ts';
import { type Body, isBody } from './body.ts';
import type { Listen } from './listen.ts';
import { answerMessage, authRevokedMessage, controlMessage, type Status } from './message.ts';
import { traceAction, traceDisconnect } from './trace-action.ts';

/** A connection that carries the messages of a session. */
export interface Transport {
  send(message: string): void;
  close(): void;
}

/** The properties of a session. */
export interface SessionOptions {
  readonly id: string;
  readonly namespace: Namespace;
  /** The address that the client has reached and reconnects to. */
  readonly host: string;
  /** Receives a span for each operation. */
  readonly onSpan?: SpanSink | undefined;
}

export class Session implements Client {
  readonly id: string;
  readonly namespace: Namespace;
  readonly onDisconnect = new OnDisconnect();
  readonly listens = new Map<string, Listen>();
  login: Login = SIGNED_OUT;
  readonly #host: string;
  readonly #onSpan: SpanSink | undefined;
  #transport: Transport;
  #offered: Transport | undefined;
  #isOpen = true;
  #expiry: Timer | undefined;

  constructor({ id, namespace, host, onSpan }: SessionOptions, transport: Transport) {
    this.id = id;
    this.namespace = namespace;
    this.#host = host;
    this.#onSpan = onSpan;
    this.#transport = transport;
  }

  /** Greets the client. */
  start(): void {
    // One millisecond early: clients estimate timestamps from it, and expect a second event with
    // the real one.
    const ts = this.namespace.nowMs - 1;
    this.send(controlMessage('h', { ts, v: '5', h: this.#host, s: this.id }));
  }

  send(message: string): void {
    if (!this.#isOpen) return;
    billMessage(message);
    this.#transport.send(message);
  }

  forget(listen: Listen): void {
    for (const [key, each] of this.listens) if (each === listen) this.listens.delete(key);
  }

  /**
   * Moves the session to another transport once the client has announced that it will not use the
   * current one any longer.
   */
  offer(transport: Transport): void {
    this.#offered = transport;
    transport.send(controlMessage('a', null));
  }

  /**
   * Returns whether the session ends with a transport, which it does not if it continues over
   * another one.
   */
  isLostWith(transport: Transport): boolean {
    if (transport === this.#offered) this.#offered = undefined;
    return transport === this.#transport;
  }

  /** Handles a message of the client that arrived over `transport`. */
  receive(text: string, transport: Transport): void {
    const message = parseMessage(text);
    if (message === undefined) {
      transport.send(controlMessage('e', 'The message is not valid JSON of the protocol.'));
    } else if (message.t === 'd') {
      this.#answer(message.d, text.length);
    } else if (message.d.t === 'p') {
      transport.send(controlMessage('o', null));
    } else if (message.d.t === 'n' && this.#offered !== undefined) {
      transport.send(controlMessage('n', null));
      this.#transport = this.#offered;
      this.#offered = undefined;
      transport.close();
    }
  }

  #answer({ r, a, b }: Body, length: number): void {
    const request = typeof r === 'number' ? r : Number.NaN;
    if (!Number.isSafeInteger(request)) return;
    const letter = typeof a === 'string' ? a : '';
    const body = isBody(b) ? b : {};
    traceAction(this.#onSpan, this.namespace.name, letter, body, () => {
      const [status, data] = this.#act(letter, body, length);
      this.send(answerMessage(request, status, data));
      return status;
    });
  }

  #act(name: string, body: Body, length: number): readonly [Status, string] {
    if (length > MAX_SOCKET_WRITE_BYTES) {
      return ['too_big', JSON.stringify('The message is larger than 16 MiB.')];
    }
    // How deep data may be is checked where they are read.
    if (isDeeperThan(MAX_DEPTH, { ...body, d: null })) {
      return ['failure', JSON.stringify('The request is nested too deep.')];
    }
    const action = ACTIONS.get(name);
    if (action === undefined) return ['failure', JSON.stringify(`The action "${name}" is not supported.`)];
    try {
      return ['ok', action(this, body)];
    } catch (error) {
      const status = statusOf(error);
      if (status === undefined) throw error;
      return [status, JSON.stringify((error as Error).message)];
    }
  }

  /** Ends the session and applies its onDisconnect writes, once. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#expiry?.cancel();
    for (const listen of this.listens.values()) this.namespace.unlisten(listen);
    this.listens.clear();
    const updates = this.onDisconnect.take();
    if (updates.length > 0) {
      traceDisconnect(this.#onSpan, this.namespace.name, () =>
        this.namespace.writeAllowed(updates, this.login),
      );
    }
    this.#transport.close();
  }

  /** Changes the client's login, and judges its listeners again. */
  signIn(login: Login): void {
    this.#expiry?.cancel();
    this.#expiry = this.namespace.onExpired(login, () => {
      this.send(authRevokedMessage('expired_token', 'The token has expired.'));
      this.signIn(SIGNED_OUT);
    });
    this.login = login;
    const mine = new Set<unknown>(this.listens.values());
    this.namespace.rejudge((listener) => mine.has(listener));
  }
}

interface Message {
  readonly t: 'c' | 'd';
  readonly d: Body;
}

function parseMessage(text: string): Message | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isBody(json) || !isBody(json.d) || (json.t !== 'c' && json.t !== 'd')) return undefined;
  return { t: json.t, d: json.d };
}

function statusOf(error: unknown): Status | undefined {
  if (error instanceof DeniedError) return 'permission_denied';
  if (error instanceof StaleError) return 'datastale';
  if (error instanceof InvalidTokenError) return 'invalid_token';
  if (error instanceof InvalidDataError || error instanceof QueryError) return 'failure';
  if (error instanceof NotStoredError) return 'failure';
  return undefined;
}
