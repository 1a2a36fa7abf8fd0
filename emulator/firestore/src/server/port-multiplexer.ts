// Owns the one port: tells HTTP/2 (gRPC) from HTTP/1.1 (REST, WebChannel, admin) by a connection's first bytes and
// hands the socket on. Knows nothing of either protocol's requests.

import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const HTTP2_PREFACE = Buffer.from('PRI');
/** A connection that says nothing this long is closed. */
const FIRST_BYTES_TIMEOUT_MS = 60_000;
/** A silent connection is probed this early, then each second; ten unanswered probes end it, before anybody's wait for a lock does. */
const KEEP_ALIVE_PROBE_MS = 5_000;

/** The two protocols that share the port. */
export interface MultiplexedProtocols {
  readonly http: HttpServer;
  /** Takes an HTTP/2 connection whose first bytes were put back. */
  acceptHttp2(socket: Socket): void;
}

/** Waits for enough bytes to know the protocol, puts them back, and calls `decided`. */
function detectProtocol(socket: Socket, decided: (isHttp2: boolean) => void): void {
  let seen = Buffer.alloc(0);
  const give = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const isUndecided =
      seen.length < HTTP2_PREFACE.length && HTTP2_PREFACE.subarray(0, seen.length).equals(seen);
    if (isUndecided) return;
    socket.off('readable', give);
    socket.off('end', leave);
    socket.setTimeout(0);
    socket.unshift(seen);
    decided(seen.subarray(0, HTTP2_PREFACE.length).equals(HTTP2_PREFACE));
  };
  const leave = (): void => {
    socket.destroy();
  };
  socket.setTimeout(FIRST_BYTES_TIMEOUT_MS, leave);
  socket.on('readable', give);
  socket.on('end', leave);
}

export class PortMultiplexer {
  readonly #server: Server;
  readonly #http: HttpServer;
  readonly #sockets = new Set<Socket>();

  constructor(doors: MultiplexedProtocols) {
    this.#http = doors.http;
    const options = {
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
    };
    this.#server = createServer(options, (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      // A reset before a protocol took over must not end the process.
      socket.on('error', () => socket.destroy());
      detectProtocol(socket, (isHttp2) => {
        if (isHttp2) {
          socket.allowHalfOpen = false;
          doors.acceptHttp2(socket);
        } else {
          doors.http.emit('connection', socket);
        }
      });
    });
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Starts to listen; port 0 takes a free one. Rejects with the system's error (EADDRINUSE, EACCES…). */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        // Starts the HTTP server's own watch over slow headers and bodies, which waits for this event.
        this.#http.emit('listening');
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  /** Stops listening and cuts every connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
      this.#http.emit('close');
    });
  }
}
