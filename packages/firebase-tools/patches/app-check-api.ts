// App Check as far as it concerns a stack: the exchange of a debug token, which stands for an app
// that a developer runs, the keys with which firebase-admin verifies a token, and the consumption
// of one. Attestation by a device has no place here. Any debug token is accepted: in production
// somebody has registered those of a project.
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const EXCHANGE = /^\/v1(?:beta)?\/projects\/([^/]+)\/apps\/([^/]+):exchangeDebugToken$/;
const CONSUME = /^\/v1beta\/projects\/[^/]+:verifyAppCheckToken$/;
const KEYS = '/v1/jwks';
const KEY_ID = 'savepoint';
const LIFETIME_S = 3600;
/** The number of a project, which firebase-tools gives to every one. */
const PROJECT_NUMBER = '0';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Whether a request is one of App Check's. */
export function isAppCheckRequest({ url = '' }: IncomingMessage): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname === KEYS || EXCHANGE.test(pathname) || CONSUME.test(pathname);
}

/** The App Check of one process: tokens of an earlier one are not valid. */
export class AppCheckApi {
  #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;
  readonly #consumed = new Set<string>();

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    // Only pages that may call are here: the guard has rejected the others.
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'content-type, x-firebase-client');
      response.setHeader('access-control-allow-methods', 'POST');
      response.writeHead(204).end();
      return;
    }
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const { status, body } = this.#answer(pathname, parseBody(await text(request)));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #answer(pathname: string, body: Readonly<Record<string, unknown>>): Answer {
    if (pathname === KEYS) return { status: 200, body: { keys: [this.#publicKey()] } };
    const [, project, app] = EXCHANGE.exec(pathname) ?? [];
    if (project === undefined || app === undefined) return this.#consume(body.app_check_token);
    const { debug_token: debugToken = body.debugToken } = body;
    if (typeof debugToken !== 'string' || debugToken === '') {
      return invalid('debug_token is missing: the debug provider of the SDK sends one.');
    }
    const token = this.#issue(decodeURIComponent(project), decodeURIComponent(app));
    return { status: 200, body: { token, ttl: `${LIFETIME_S}s` } };
  }

  #issue(project: string, app: string): string {
    const issuedAt = Math.floor(Date.now() / 1000);
    const parts = [
      { alg: 'RS256', typ: 'JWT', kid: KEY_ID },
      {
        iss: `https://firebaseappcheck.googleapis.com/${PROJECT_NUMBER}`,
        aud: [`projects/${PROJECT_NUMBER}`, `projects/${project}`],
        sub: app,
        provider: 'debug',
        iat: issuedAt,
        exp: issuedAt + LIFETIME_S,
        jti: randomUUID(),
      },
    ];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(signed), this.#keyPair().privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** A token is consumed once; firebase-admin has verified it. */
  #consume(token: unknown): Answer {
    if (typeof token !== 'string') return invalid('app_check_token is missing.');
    const alreadyConsumed = this.#consumed.has(token);
    this.#consumed.add(token);
    return { status: 200, body: alreadyConsumed ? { alreadyConsumed } : {} };
  }

  #publicKey(): object {
    const key = this.#keyPair().publicKey.export({ format: 'jwk' });
    return { ...key, alg: 'RS256', use: 'sig', kid: KEY_ID };
  }

  /** Few projects need it, and it takes a tenth of a second. */
  #keyPair() {
    this.#keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return this.#keys;
  }
}

function invalid(message: string): Answer {
  return { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT', message } } };
}

function parseBody(json: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(json);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
