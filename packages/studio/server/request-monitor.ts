/**
 * A decision of the Firestore emulator about a request, as reported by its request monitor. The
 * fields are documented in the emulator's evaluation-record.ts.
 */
export interface MonitoredRequest {
  readonly requestId: string;
  readonly outcome: 'allow' | 'deny' | 'error' | 'admin';
  readonly time: string;
  readonly rulesContext: {
    readonly request: unknown;
    readonly resource: unknown;
    readonly path: string;
    readonly method: string;
    readonly time: string;
  };
  readonly granularAllowOutcomes: readonly { readonly line: number; readonly outcome: boolean | 'error' }[];
  readonly explanation?: unknown;
}

/**
 * The maximum number of decisions in memory, and the total length of their JSON. The oldest are
 * dropped first.
 */
const MAX_REQUESTS = 1000;
const MAX_CHARACTERS = 32_000_000;
const RECONNECT_MS = 1000;

/**
 * Follows the request monitor of the Firestore emulator. It reconnects when the connection ends.
 * The emulator then repeats its decisions, and duplicates are skipped.
 */
export class RequestMonitor {
  readonly #url: string;
  readonly #requests = new Map<string, { readonly request: MonitoredRequest; readonly length: number }>();
  #length = 0;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  isConnected = false;

  /** `url` is the URL of the WebSocket server, without the path `/requests`. */
  constructor(url: string) {
    this.#url = `${url.replace(/^http/, 'ws')}/requests`;
    this.#connect();
  }

  /**
   * Newest first. Requests of the owner, which no rule decides, are included only with
   * `includeAdmin`.
   */
  list(includeAdmin: boolean): MonitoredRequest[] {
    return [...this.#requests.values()]
      .map(({ request }) => request)
      .filter(({ outcome }) => includeAdmin || outcome !== 'admin')
      .reverse();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.isConnected = true;
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => {
      this.isConnected = false;
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#connect(), RECONNECT_MS).unref();
    });
    socket.addEventListener('error', () => undefined);
  }

  #receive(text: string): void {
    const received = JSON.parse(text) as MonitoredRequest | MonitoredRequest[];
    for (const { rules: _, ...request } of [received].flat() as (MonitoredRequest & { rules?: string })[]) {
      const id = request.requestId;
      this.#delete(id);
      // A single request is a message of its own, so its length is known.
      const { length } = Array.isArray(received) ? JSON.stringify(request) : text;
      this.#requests.set(id, { request, length });
      this.#length += length;
    }
    for (const id of this.#requests.keys()) {
      if (this.#requests.size <= MAX_REQUESTS && this.#length <= MAX_CHARACTERS) break;
      this.#delete(id);
    }
  }

  #delete(id: string): void {
    this.#length -= this.#requests.get(id)?.length ?? 0;
    this.#requests.delete(id);
  }
}
