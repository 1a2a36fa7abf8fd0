// What of the metadata server of a machine of Google's functions may ask (metadata-server.ts): the
// tokens that SDKs attach to requests to emulators, and the name of an account. Anything else does
// not exist.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Emulators let its owner do everything; Google's servers do not know it. */
const ACCESS_TOKEN = { access_token: 'owner', expires_in: 3600, token_type: 'Bearer' };
const TOKEN_PATH = /^\/computeMetadata\/v1\/instance\/service-accounts\/[^/]+\/(token|identity|email)$/;
const ISSUER = 'https://accounts.google.com';
/** The one that firebase-admin takes for the tasks of an emulator where it finds none. */
const ACCOUNT = 'emulated-service-acct@email.com';

export function isMetadataRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/computeMetadata/');
}

/** Responds to a request of the metadata server. */
export function respondWithMetadata({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const kind = TOKEN_PATH.exec(pathname)?.[1];
  // Clients ask again after an error of the server, but not after this.
  if (kind === undefined) respond(response, 404, `There is no metadata server on this machine: ${pathname}`);
  else if (kind === 'email') respond(response, 200, ACCOUNT);
  else if (kind === 'token') respond(response, 200, JSON.stringify(ACCESS_TOKEN));
  else respond(response, 200, identityToken(searchParams.get('audience')));
}

function respond(response: ServerResponse, status: number, text: string): void {
  // Clients take no response without it.
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'metadata-flavor': 'Google' })
    .end(text);
}

/**
 * An ID token for a call of another function. It has no signature; nothing on this machine checks
 * one.
 */
function identityToken(audience: string | null): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload = {
    iss: ISSUER,
    aud: audience,
    sub: ACCOUNT,
    email: ACCOUNT,
    email_verified: true,
    iat: issuedAt,
    exp: issuedAt + 3600,
  };
  const parts = [{ alg: 'none', typ: 'JWT' }, payload];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}
