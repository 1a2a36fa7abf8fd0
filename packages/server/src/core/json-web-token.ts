// Reads JSON Web Tokens. Emulators check neither signatures nor expiry: the tokens of the
// Authentication emulator and of test libraries are unsigned.

export type Claims = Readonly<Record<string, unknown>>;

/** base64url, or standard base64 as older test libraries send it, with or without padding. */
const BASE64 = /^[A-Za-z0-9_+/-]+={0,2}$/;

/** The claims of a JWT, or the problem with it as the end of a sentence. */
export function readClaims(token: string): { readonly claims: Claims } | { readonly problem: string } {
  const parts = token.split('.');
  const [, encoded = ''] = parts;
  if (parts.length !== 3 || !BASE64.test(encoded)) {
    return { problem: 'the token is not a JWT of three base64 parts' };
  }
  let payload: unknown;
  try {
    payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch {
    return { problem: "the token's payload is not JSON" };
  }
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) {
    return { problem: "the token's payload is not an object" };
  }
  return { claims: payload as Claims };
}
