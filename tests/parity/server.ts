import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { createMockUserToken } from '@firebase/util';
import { type Auth, DOCUMENTS, type RequestStep, STATE_REQUEST } from './parity-case.ts';

/** A response to one request; status 0 when there was none within the time limit. */
export interface ServerResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Both servers respond to every request of the generators within milliseconds, but the machine may
 * be busy with other work.
 */
const REQUEST_TIMEOUT_MS = 60_000;

const WARM_UP_ATTEMPTS = 4;

const NEGATIVE_ZERO = /"doubleValue":"-0\.0"/g;
/** Rounds to negative zero in both servers; Google's JSON parser reads `-0.0` as zero. */
const NEGATIVE_ZERO_JSON = '"doubleValue":-1e-400';

/** Rejects when the server closed the connection or does not listen: it has died. */
export class ServerDiedError extends Error {
  readonly server: Server['name'];

  constructor(server: Server['name'], message: string) {
    super(message);
    this.server = server;
  }
}

function authorization(auth: Auth, projectId: string): { authorization?: string } {
  if (auth === null) return {};
  if (auth === 'owner') return { authorization: 'Bearer owner' };
  const claims = { sub: auth.uid, ...auth.token } as Parameters<typeof createMockUserToken>[0];
  return { authorization: `Bearer ${createMockUserToken(claims, projectId)}` };
}

/** One of the two servers that are compared. */
export class Server {
  /** host:port */
  readonly address: string;
  readonly name: 'savepoint' | 'google';
  readonly #agent = new Agent({ keepAlive: true });
  readonly #timeoutMs: number;

  constructor(name: Server['name'], address: string, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.name = name;
    this.address = address;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends a request. Resolves with status 0 after the time limit; rejects with ServerDiedError
   * without a connection.
   */
  async send({ verb, path, body, auth = 'owner' }: RequestStep, projectId: string): Promise<ServerResponse> {
    const url = `http://${this.address}${path}`.replaceAll('{project}', projectId);
    const text =
      typeof body === 'string' ? body : JSON.stringify(body)?.replace(NEGATIVE_ZERO, NEGATIVE_ZERO_JSON);
    const headers = { 'content-type': 'application/json', ...authorization(auth, projectId) };
    try {
      return await this.#request(url, verb, headers, text?.replaceAll('{project}', projectId));
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') return { status: 0, text: '' };
      throw new ServerDiedError(
        this.name,
        `${this.name} at ${this.address} closed the connection: ${(error as Error).message}`,
      );
    }
  }

  /**
   * `fetch` uses several times as much time of the client, which shares the processors with both
   * servers.
   */
  #request(
    url: string,
    method: string,
    headers: OutgoingHttpHeaders,
    body: string | undefined,
  ): Promise<ServerResponse> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const fail = (error: Error) => reject(signal.aborted ? (signal.reason as Error) : error);
      const sent = request(url, { agent: this.#agent, method, headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection at the moment of its use, and has not read the
        // request.
        if (sent.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted)
          this.#request(url, method, headers, body).then(resolve, reject);
        else fail(error);
      });
      sent.end(body);
    });
  }

  /**
   * True if it serves a trivial request: otherwise it hangs, or is starved by a request that never
   * ends.
   */
  async isResponsive(): Promise<boolean> {
    return (await this.send({ verb: 'GET', path: '/' }, '')).status === 200;
  }

  /**
   * Sends requests until one is served in time: the first ones of a Java process take long on a
   * busy machine.
   */
  async warmUp(): Promise<void> {
    for (let attempt = 0; attempt < WARM_UP_ATTEMPTS; attempt++) {
      const { status } = await this.send({ ...STATE_REQUEST }, 'warm-up');
      if (status === 200) return;
    }
    throw new Error(`${this.name} at ${this.address} serves no query.`);
  }

  /** Deletes all documents of a project. */
  async clear(projectId: string): Promise<void> {
    await this.send({ verb: 'DELETE', path: `/emulator/v1/${DOCUMENTS}` }, projectId);
  }
}
