// The App Check API of a stack: the exchange of a debug token, for an app that a developer runs;
// the exchange of a custom token, which firebase-admin lets the service account sign; the keys with
// which firebase-admin verifies tokens; and the consumption of tokens. Attestation by devices is
// not available. Any debug token is accepted, although production requires registered ones. Any
// signature is accepted, too, because the signing account may differ on each machine.
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const EXCHANGE = /^\/v1(?:beta)?\/projects\/([^/]+)\/apps\/([^/]+):exchange(Debug|Custom)Token$/;
/** Part of the service accounts API: firebase-admin has no key here. */
const SIGN = /^\/v1\/projects\/-\/serviceAccounts\/[^/]+:signBlob$/;
const CONSUME = /^\/v1beta\/projects\/[^/]+:verifyAppCheckToken$/;
const KEYS = '/v1/jwks';
const KEY_ID = 'savepoint';
const LIFETIME_S = 3600;
/** The project number, which is the same for all projects in firebase-tools. */
const PROJECT_NUMBER = '0';

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Issued {
  readonly project: string;
  readonly app: string;
  readonly provider: 'debug' | 'custom';
  readonly lifetimeS: number;
}

/** Returns whether a request belongs to App Check. */
export function isAppCheckRequest({ url = '' }: IncomingMessage): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname === KEYS || [EXCHANGE, SIGN, CONSUME].some((path) => path.test(pathname));
}

/** The App Check service of one process. Tokens of an earlier process are not valid. */
export class AppCheckApi {
  #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;
  readonly #consumed = new Set<string>();

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    // Only allowed pages get here: the guard has rejected the others.
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
    if (SIGN.test(pathname)) return this.#signBlob(body.payload);
    const [, project, app, kind] = EXCHANGE.exec(pathname)?.map(decodeURIComponent) ?? [];
    if (project === undefined || app === undefined) return this.#consume(body.app_check_token);
    if (kind === 'Custom') return this.#exchangeCustom(project, app, body.customToken);
    const { debug_token: debugToken = body.debugToken } = body;
    if (typeof debugToken !== 'string' || debugToken === '') {
      return invalid('debug_token is missing: the debug provider of the SDK sends one.');
    }
    return this.#issue({ project, app, provider: 'debug', lifetimeS: LIFETIME_S });
  }

  #exchangeCustom(project: string, app: string, customToken: unknown): Answer {
    const [, payload = ''] = String(customToken).split('.');
    const claims = parseBody(Buffer.from(payload, 'base64url').toString());
    if (claims.app_id !== app) {
      return invalid(`customToken is for the app ${claims.app_id}, but the request for ${app}.`);
    }
    // Validated by firebase-admin.
    const lifetimeS = claims.ttl === undefined ? LIFETIME_S : Number.parseFloat(String(claims.ttl));
    return this.#issue({ project, app, provider: 'custom', lifetimeS });
  }

  #signBlob(payload: unknown): Answer {
    if (typeof payload !== 'string') return invalid('payload is missing.');
    const signature = sign('sha256', Buffer.from(payload, 'base64'), this.#keyPair().privateKey);
    return { status: 200, body: { keyId: KEY_ID, signedBlob: signature.toString('base64') } };
  }

  #issue({ project, app, provider, lifetimeS }: Issued): Answer {
    const issuedAt = Math.floor(Date.now() / 1000);
    const parts = [
      { alg: 'RS256', typ: 'JWT', kid: KEY_ID },
      {
        iss: `https://firebaseappcheck.googleapis.com/${PROJECT_NUMBER}`,
        aud: [`projects/${PROJECT_NUMBER}`, `projects/${project}`],
        sub: app,
        provider,
        iat: issuedAt,
        exp: issuedAt + lifetimeS,
        jti: randomUUID(),
      },
    ];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(signed), this.#keyPair().privateKey);
    const token = `${signed}.${signature.toString('base64url')}`;
    return { status: 200, body: { token, ttl: `${lifetimeS}s` } };
  }

  /** Marks a token as consumed. firebase-admin has verified it. */
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

  /** Created lazily: few projects need it, and it takes 100 ms. */
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
