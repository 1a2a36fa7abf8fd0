import { createMockUserToken } from '@firebase/util';
import { type Auth, DOCUMENTS, type RequestStep, STATE_REQUEST } from './parity-case.ts';

/** A response to one request; status 0 when there was none within the time limit. */
export interface ServerResponse {
  readonly status: number;
  readonly text: string;
}

/** Slower than this is reported: both servers respond to every request of the generators within milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;

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

  constructor(name: Server['name'], address: string) {
    this.name = name;
    this.address = address;
  }

  /** Sends a request. Resolves with status 0 after the time limit; rejects with ServerDiedError without a connection. */
  async send({ verb, path, body, auth = 'owner' }: RequestStep, projectId: string): Promise<ServerResponse> {
    const url = `http://${this.address}${path}`.replaceAll('{project}', projectId);
    const text =
      typeof body === 'string' ? body : JSON.stringify(body)?.replace(NEGATIVE_ZERO, NEGATIVE_ZERO_JSON);
    const headers = { 'content-type': 'application/json', ...authorization(auth, projectId) };
    try {
      const response = await fetch(url, {
        method: verb,
        headers,
        ...(text === undefined ? {} : { body: text.replaceAll('{project}', projectId) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') return { status: 0, text: '' };
      throw new ServerDiedError(
        this.name,
        `${this.name} at ${this.address} closed the connection: ${causeOf(error)}`,
      );
    }
  }

  /** Whether it serves a trivial request: one that does not hangs, or is starved by a request that never ends. */
  async isResponsive(): Promise<boolean> {
    return (await this.send({ verb: 'GET', path: '/' }, '')).status === 200;
  }

  /** Sends requests until one is served in time: the first ones of a Java process take long on a busy machine. */
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

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
