// What of the metadata server of a machine of Google's functions may ask (metadata-server.cjs): the
// tokens that SDKs attach to requests to emulators. Anything else does not exist, so that
// firebase-admin takes the name of an emulated account.

/** Emulators let its owner do everything; Google's servers do not know it. */
const ACCESS_TOKEN = { access_token: 'owner', expires_in: 3600, token_type: 'Bearer' };
const TOKEN_PATH = /^\/computeMetadata\/v1\/instance\/service-accounts\/[^/]+\/(token|identity)$/;
const ISSUER = 'https://accounts.google.com';
const ACCOUNT = 'emulated-service-account@example.com';

exports.isMetadataRequest = ({ url }) => url.startsWith('/computeMetadata/');

/** Responds to a request of the metadata server. */
exports.respondWithMetadata = ({ url }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const kind = TOKEN_PATH.exec(pathname)?.[1];
  // Clients ask again after an error of the server, but not after this.
  if (kind === undefined)
    return respond(response, 404, `There is no metadata server on this machine: ${pathname}`);
  const text = kind === 'token' ? JSON.stringify(ACCESS_TOKEN) : identityToken(searchParams.get('audience'));
  return respond(response, 200, text);
};

function respond(response, status, text) {
  // Clients take no response without it.
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'metadata-flavor': 'Google' })
    .end(text);
}

/**
 * An ID token for a call of another function. It has no signature; nothing on this machine checks
 * one.
 */
function identityToken(audience) {
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
