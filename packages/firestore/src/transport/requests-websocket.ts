import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@savepoint/server/core/node-http';
import { guardServer } from '@savepoint/server/guard/guard-server';
import type { RequestGuard } from '@savepoint/server/guard/request-guard';
import { WebSocket, WebSocketServer } from 'ws';
import type { Json } from './value-json.ts';

/**
 * The number of evaluations retained for clients that connect later, and the storage size of their
 * documents.
 */
const HISTORY_LENGTH = 1_000;
const HISTORY_BYTES = 16_000_000;
/** A client with more unread bytes is disconnected. */
const MAX_BUFFERED_BYTES = 16_000_000;

/** An evaluation in the form that clients receive. */
export interface MonitorRecord {
  /** The storage size of the documents that it holds. */
  readonly bytes: number;
  /**
   * Creates the message by converting the documents, which costs more than the evaluation itself.
   */
  create(): Json;
}

/**
 * The WebSocket of the Emulator UI's request monitor. On connection, a client receives the retained
 * evaluations as one JSON array, then each new one as an object.
 */
export class RequestsWebSocket {
  readonly #http: Server;
  readonly #server: WebSocketServer;
  readonly #history: MonitorRecord[] = [];
  #historyBytes = 0;

  constructor(http: Server) {
    this.#http = http;
    this.#server = new WebSocketServer({ server: http, path: '/requests', maxPayload: 65_536 });
    this.#server.on('connection', (client) => {
      client.on('error', () => client.terminate());
      client.send(JSON.stringify(this.#history.map((record) => record.create())));
    });
  }

  /**
   * Listens at `ws://host:port/requests`; port 0 selects a free one. The guard decides who may
   * connect, because browsers let every page open WebSockets to any server. Rejects if the port is
   * in use.
   */
  static listen(host: string, port: number, guard: RequestGuard): Promise<RequestsWebSocket> {
    return new Promise((resolve, reject) => {
      const http = createServer((_request, response) => response.writeHead(426).end());
      guardServer(http, guard);
      http.once('error', reject);
      http.listen(port, host, () => {
        http.off('error', reject);
        resolve(new RequestsWebSocket(http));
      });
    });
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /**
   * Retains one evaluation and sends it to every client. The message is created only if there are
   * clients.
   */
  publish(record: MonitorRecord): void {
    this.#history.push(record);
    this.#historyBytes += record.bytes;
    while (this.#history.length > HISTORY_LENGTH || this.#historyBytes > HISTORY_BYTES)
      this.#historyBytes -= this.#history.shift()?.bytes ?? 0;
    if (this.#server.clients.size === 0) return;
    const text = JSON.stringify(record.create());
    for (const client of this.#server.clients) {
      if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate();
      else if (client.readyState === WebSocket.OPEN) client.send(text);
    }
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
    this.#http.close();
    this.#http.closeAllConnections();
  }
}
