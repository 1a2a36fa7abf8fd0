// Owns the websocket of the Emulator UI's request monitor: past rule evaluations on connect as one array, then one
// object each. Knows not what an evaluation is made of: JSON in, JSON out.

import type { IncomingMessage } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import type { Json } from './value-json.ts';

/** Evaluations kept for those who connect later. */
const HISTORY_LENGTH = 1_000;
/** A viewer that lets this much pile up is disconnected. */
const BACKLOG_BYTES = 16_000_000;

export class RequestsWebSocket {
  readonly #server: WebSocketServer;
  readonly #history: (() => Json)[] = [];

  constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (viewer) => {
      viewer.on('error', () => viewer.terminate());
      viewer.send(JSON.stringify(this.#history.map((evaluation) => evaluation())));
    });
  }

  /**
   * Listens on its own port; path /requests. `isAllowed` judges the Host header of those who connect. Rejects when the
   * port is taken.
   */
  static listen(
    host: string,
    port: number,
    isAllowed: (hostHeader: string | undefined) => boolean,
  ): Promise<RequestsWebSocket> {
    return new Promise((resolve, reject) => {
      const server = new WebSocketServer({
        host,
        port,
        path: '/requests',
        maxPayload: 65_536,
        verifyClient: ({ req }: { req: IncomingMessage }) => isAllowed(req.headers.host),
      });
      server.once('error', reject);
      server.once('listening', () => {
        server.off('error', reject);
        resolve(new RequestsWebSocket(server));
      });
    });
  }

  /** The port it listens on. */
  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Keeps one evaluation and shows it to every viewer; it is made when there is someone to see it. */
  publish(evaluation: () => Json): void {
    this.#history.push(evaluation);
    if (this.#history.length > HISTORY_LENGTH) this.#history.shift();
    if (this.#server.clients.size === 0) return;
    const text = JSON.stringify(evaluation());
    for (const viewer of this.#server.clients) {
      if (viewer.bufferedAmount > BACKLOG_BYTES) viewer.terminate();
      else if (viewer.readyState === WebSocket.OPEN) viewer.send(text);
    }
  }

  close(): void {
    for (const viewer of this.#server.clients) viewer.terminate();
    this.#server.close();
  }
}
