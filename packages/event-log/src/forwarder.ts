const TIMEOUT_MS = 10_000;
const MAX_PENDING = 64;

/** One export, as received. */
export interface Export {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Forwards everything that the event log receives to the developer's own OTLP backend. A slow or
 * missing backend delays nothing.
 */
export class Forwarder {
  readonly #endpoint: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onLoss: (reason: string) => void;
  #pending = 0;

  /**
   * @param endpoint base URL, as in OTEL_EXPORTER_OTLP_ENDPOINT
   * @param headers sent with each export, such as an API key
   * @param onLoss called for each export that the backend did not receive
   */
  constructor(endpoint: string, headers: Readonly<Record<string, string>>, onLoss: (reason: string) => void) {
    this.#headers = headers;
    this.#endpoint = endpoint.replace(/\/$/, '');
    this.#onLoss = onLoss;
  }

  send({ path, headers, body }: Export): void {
    if (this.#pending >= MAX_PENDING) {
      this.#onLoss(`${this.#endpoint} is too slow`);
      return;
    }
    this.#pending += 1;
    fetch(this.#endpoint + path, {
      method: 'POST',
      headers: { ...this.#headers, ...headers },
      body: body as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (response) => {
        await response.arrayBuffer();
        if (!response.ok) this.#onLoss(`${this.#endpoint} responds with ${response.status}`);
      })
      .catch((error: Error) =>
        this.#onLoss(`${this.#endpoint} is unreachable: ${String(error.cause ?? error)}`),
      )
      .finally(() => {
        this.#pending -= 1;
      });
  }
}

/**
 * Parses OTEL_EXPORTER_OTLP_HEADERS: comma-separated, percent-encoded `name=value` pairs. Pairs
 * without a name are ignored.
 */
export function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim().toLowerCase(), decode(value.join('=').trim())] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
