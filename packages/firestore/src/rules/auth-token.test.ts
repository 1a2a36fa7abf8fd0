import { describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { parseAuthorization } from './auth-token.ts';

function jwt(payload: unknown, signature = ''): string {
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `Bearer ${encode({ alg: 'none', type: 'JWT' })}.${encode(payload)}.${signature}`;
}

describe('parseAuthorization', () => {
  it('returns anonymous for a missing or empty header', () => {
    expect(parseAuthorization(undefined)).toEqual({ kind: 'anonymous' });
    expect(parseAuthorization('')).toEqual({ kind: 'anonymous' });
  });

  it('returns owner for the token owner and for a service account token of a server library', () => {
    expect(parseAuthorization('Bearer owner')).toEqual({ kind: 'owner' });
    const claims = { iss: 'a@b.iam', sub: 'a@b.iam', aud: 'https://firestore.googleapis.com/' };
    expect(parseAuthorization(jwt(claims, 'c2ln'))).toEqual({ kind: 'owner' });
  });

  it('returns the user of a token with all its claims, even if the token has expired', () => {
    const claims = { sub: 'alice', user_id: 'alice', iat: 0, exp: 3600, role: 'é' };
    expect(parseAuthorization(jwt(claims))).toEqual({ kind: 'user', uid: 'alice', token: claims });
  });

  it.each(['base64url', 'base64', 'unpadded base64', 'padded base64url'])(
    'returns the user of a token whose parts are %s',
    (encoding) => {
      const claims = { sub: 'a~~?>>' };
      const encode = (part: unknown): string => {
        const bytes = Buffer.from(JSON.stringify(part));
        const text = bytes.toString(encoding.endsWith('url') ? 'base64url' : 'base64');
        if (encoding.startsWith('unpadded')) return text.replace(/=+$/, '');
        return encoding.startsWith('padded') ? text + '='.repeat(-text.length & 3) : text;
      };
      const payload = encode(claims);
      // The claims are chosen so that the alphabets and the padding differ.
      expect(/[-_+/]/.test(payload)).toBe(true);
      expect(payload.includes('=')).toBe(encoding === 'base64' || encoding === 'padded base64url');
      const header = `Bearer ${encode({ alg: 'none' })}.${payload}.`;
      expect(parseAuthorization(header)).toEqual({ kind: 'user', uid: claims.sub, token: claims });
    },
  );

  it.each([
    'Bearer',
    'Bearer nonsense',
    'Bearer a.=.c',
    'Bearer a.e30===.c',
    'Bearer a.e=30.c',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer ya29.not-a-jwt',
    'Basic YTpi',
    jwt('text'),
    jwt([1]),
    jwt(null),
    jwt({}),
    jwt({ sub: '' }),
    jwt({ sub: 7 }),
  ])('throws UNAUTHENTICATED for the header %j', (header) => {
    expect(() => parseAuthorization(header)).toThrow(
      expect.objectContaining({ code: StatusCode.UNAUTHENTICATED }),
    );
  });
});
