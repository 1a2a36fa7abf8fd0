// The parts of Google's metadata server that functions may query (metadata-server.ts): the tokens
// that SDKs attach to requests to emulators, and the name of an account. Everything else is not
// found.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Gives full access to emulators; Google's servers do not accept it. */
const ACCESS_TOKEN = { access_token: 'owner', expires_in: 3600, token_type: 'Bearer' };
const TOKEN_PATH = /^\/computeMetadata\/v1\/instance\/service-accounts\/[^/]+\/(token|identity|email)$/;
const ISSUER = 'https://accounts.google.com';
/** The account that firebase-admin uses for tasks of an emulator if it finds none. */
const ACCOUNT = 'emulated-service-acct@email.com';

export function isMetadataRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/computeMetadata/');
}

/** Responds to a request of the metadata server. */
export function respondWithMetadata({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const kind = TOKEN_PATH.exec(pathname)?.[1];
  // Clients retry after a server error, but not after this.
  if (kind === undefined) respond(response, 404, `There is no metadata server on this machine: ${pathname}`);
  else if (kind === 'email') respond(response, 200, ACCOUNT);
  else if (kind === 'token') respond(response, 200, JSON.stringify(ACCESS_TOKEN));
  else respond(response, 200, identityToken(searchParams.get('audience')));
}

function respond(response: ServerResponse, status: number, text: string): void {
  // Clients reject a response without this header.
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'metadata-flavor': 'Google' })
    .end(text);
}

/** An unsigned ID token for calling another function. Nothing on this machine verifies it. */
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
