/** Who a request is from. */
import { describe, expect, test } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { parseAuthorization } from './auth-token.ts';

function jwt(payload: unknown, signature = ''): string {
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `Bearer ${encode({ alg: 'none', type: 'JWT' })}.${encode(payload)}.${signature}`;
}

describe('parseAuthorization', () => {
  test('no header is nobody', () => {
    expect(parseAuthorization(undefined)).toEqual({ kind: 'anonymous' });
    expect(parseAuthorization('')).toEqual({ kind: 'anonymous' });
  });

  test('the owner and server libraries are bound by no rules', () => {
    expect(parseAuthorization('Bearer owner')).toEqual({ kind: 'owner' });
    const claims = { iss: 'a@b.iam', sub: 'a@b.iam', aud: 'https://firestore.googleapis.com/' };
    expect(parseAuthorization(jwt(claims, 'c2ln'))).toEqual({ kind: 'owner' });
  });

  test('a token names its user, expired or not, with all its claims', () => {
    const claims = { sub: 'alice', user_id: 'alice', iat: 0, exp: 3600, role: 'é' };
    expect(parseAuthorization(jwt(claims))).toEqual({ kind: 'user', uid: 'alice', token: claims });
  });

  test.each([
    'Bearer',
    'Bearer nonsense',
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
  ])('%s is UNAUTHENTICATED', (header) => {
    expect(() => parseAuthorization(header)).toThrow(
      expect.objectContaining({ code: StatusCode.UNAUTHENTICATED }),
    );
  });
});
