import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const HTTP2_PREFACE = Buffer.from('PRI');
/** A connection that sends nothing for this long is closed. */
const FIRST_BYTES_TIMEOUT_MS = 60_000;
/**
 * TCP keep-alive: an idle connection is probed after this time, then every second, and is closed
 * after ten lost probes. That is shorter than the lock-wait timeout, so the locks of a lost client
 * are released in time.
 */
const KEEP_ALIVE_PROBE_MS = 5_000;

/** The protocols that share the port. */
interface MultiplexedProtocols {
  readonly http: HttpServer;
  /** Serves an HTTP/2 connection. */
  acceptHttp2(socket: Socket): void;
}

/** Reads enough bytes to detect the protocol, unshifts them and calls `onDetected`. */
function detectProtocol(socket: Socket, onDetected: (isHttp2: boolean) => void): void {
  let received = Buffer.alloc(0);
  const onReadable = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    received = Buffer.concat([received, chunk]);
    const isUndecided =
      received.length < HTTP2_PREFACE.length && HTTP2_PREFACE.subarray(0, received.length).equals(received);
    if (isUndecided) return;
    socket.off('readable', onReadable);
    socket.off('end', abandon);
    socket.setTimeout(0);
    socket.unshift(received);
    onDetected(received.subarray(0, HTTP2_PREFACE.length).equals(HTTP2_PREFACE));
  };
  const abandon = (): void => {
    socket.destroy();
  };
  socket.setTimeout(FIRST_BYTES_TIMEOUT_MS, abandon);
  socket.on('readable', onReadable);
  socket.on('end', abandon);
}

/**
 * One port for HTTP/2 (gRPC) and HTTP/1.1 (REST, WebChannel, admin), distinguished by the first
 * bytes of a connection.
 */
export class PortMultiplexer {
  readonly #server: Server;
  readonly #http: HttpServer;
  readonly #sockets = new Set<Socket>();

  constructor(protocols: MultiplexedProtocols) {
    this.#http = protocols.http;
    const options = {
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
    };
    this.#server = createServer(options, (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      // A reset before the protocol is known must not crash the process.
      socket.on('error', () => socket.destroy());
      detectProtocol(socket, (isHttp2) => {
        if (isHttp2) {
          socket.allowHalfOpen = false;
          protocols.acceptHttp2(socket);
        } else {
          protocols.http.emit('connection', socket);
        }
      });
    });
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /**
   * Starts listening; port 0 selects a free one. Rejects with the system error (EADDRINUSE, EACCES
   * and so on).
   */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        // On this event, the HTTP server starts its header and request timeouts.
        this.#http.emit('listening');
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  /** Stops listening and destroys every connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
      this.#http.emit('close');
    });
  }
}
