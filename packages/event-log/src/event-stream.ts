import type { ServerResponse } from 'node:http';
import type { Written } from './event-database.ts';

const KEEP_ALIVE_MS = 15_000;
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/** Open streams of server-sent events. Each receives every row stored after it began. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  readonly #timer = setInterval(() => this.#send(': keep-alive\n\n'), KEEP_ALIVE_MS).unref();

  /** Begins a stream as the response to a request. */
  add(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': connected\n\n');
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /** Sends the new and changed rows: `event: spans` and `event: logs`, each with a JSON array. */
  publish({ spans, logs }: Written): void {
    if (this.#open.size === 0) return;
    if (spans.length > 0) this.#send(`event: spans\ndata: ${JSON.stringify(spans)}\n\n`);
    if (logs.length > 0) this.#send(`event: logs\ndata: ${JSON.stringify(logs)}\n\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const response of this.#open) response.destroy();
  }

  #send(text: string): void {
    for (const response of this.#open) {
      // Disconnects a reader that does not read. It can reconnect and query the missed rows.
      if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
      else response.write(text);
    }
  }
}
