import { describe, expect, it } from 'vitest';
import { claimsOf } from './caller-endpoints.ts';

describe('the claims of an account', () => {
  it('are those of its ID token, including custom claims', () => {
    const claims = claimsOf({ localId: 'u1', email: 'a@example.com', customAttributes: '{"role":"owner"}' });
    expect(claims).toMatchObject({
      sub: 'u1',
      user_id: 'u1',
      role: 'owner',
      email: 'a@example.com',
      email_verified: false,
      firebase: { sign_in_provider: 'password', identities: { email: ['a@example.com'] } },
    });
  });

  it('contain the provider of an account without an email', () => {
    expect(claimsOf({ localId: 'u1' })).toMatchObject({ firebase: { sign_in_provider: 'anonymous' } });
    expect(claimsOf({ localId: 'u1', phoneNumber: '+1555' })).toMatchObject({
      phone_number: '+1555',
      firebase: { sign_in_provider: 'phone' },
    });
  });

  it('cannot be replaced by custom claims', () => {
    expect(claimsOf({ localId: 'u1', customAttributes: '{"sub":"other"}' })).toMatchObject({ sub: 'u1' });
  });
});
