// The WebSocket transport: `/.ws?v=5&ns=NAMESPACE`.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_SOCKET_WRITE_BYTES } from '../core/limits.ts';
import type { Namespaces } from '../database/namespaces.ts';
import { FrameReader, FramesTooLargeError, framesOf } from './frames.ts';
import { controlMessage } from './message.ts';
import type { Transport } from './session.ts';
import type { Sessions } from './sessions.ts';

/** A message may be slightly larger than a write, so that an oversized write gets a response. */
const MAX_MESSAGE_LENGTH = 2 * MAX_SOCKET_WRITE_BYTES;
/** A client with more unread bytes is disconnected. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const TOO_LARGE = 1009;

/** The dependencies of connections. */
interface Connections {
  readonly namespaces: Namespaces;
  readonly sessions: Sessions;
  /** Receives internal errors. */
  readonly onFault: (error: unknown) => void;
}

/** Accepts WebSockets. */
export class WebSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_LENGTH,
  });
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Accepts a handshake that the guard has allowed. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!/^\/\.ws$/.test(url.pathname)) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#open(webSocket, url.searchParams, request.headers.host ?? 'localhost'),
    );
  }

  #open(socket: WebSocket, parameters: URLSearchParams, host: string): void {
    const { namespaces, sessions, onFault } = this.#connections;
    const transport = transportOf(socket);
    sessions.end(sessions.find(parameters.get('ls')));
    const known = sessions.find(parameters.get('s'));
    known?.offer(transport);
    const session = known ?? sessions.start(namespaces.of(parameters.get('ns'), host), host, transport);
    const reader = new FrameReader(MAX_MESSAGE_LENGTH);
    socket.on('message', (data, isBinary) => {
      try {
        if (isBinary) transport.send(controlMessage('e', 'Binary frames are not part of the protocol.'));
        else {
          const message = reader.read(String(data));
          if (message !== undefined) session.receive(message, transport);
        }
      } catch (error) {
        if (error instanceof FramesTooLargeError) socket.close(TOO_LARGE);
        else onFault(error);
      }
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (session.isLostWith(transport)) sessions.end(session);
    });
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}

function transportOf(socket: WebSocket): Transport {
  return {
    send(message) {
      for (const frame of framesOf(message)) socket.send(frame);
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
    },
    close: () => socket.close(),
  };
}
