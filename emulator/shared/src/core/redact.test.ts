import { describe, expect, it } from 'vitest';
import { isSecretName, redactText, redactValue } from './redact.ts';

describe('redactText', () => {
  it.each([
    ['a JSON Web Token', 'sent eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9. to it', 'sent [redacted] to it'],
    ['a bearer token', 'Authorization header Bearer abc.def-1', 'Authorization header Bearer [redacted]'],
    ['a card number', 'card 4242 4242 4242 4242 was charged', 'card [redacted] was charged'],
    [
      'a password in JSON',
      '{"email":"a@b.c","password":"hunter2"}',
      '{"email":"a@b.c","password":[redacted]}',
    ],
    ['a token in a URL', '/v1?key=1&id_token=abc123&x=2', '/v1?key=1&id_token=[redacted]&x=2'],
    ['a token that begins a query', 'token=abc123&list=newsletter', 'token=[redacted]&list=newsletter'],
    ['a key of Stripe', 'used sk_test_abcdefgh12345678', 'used [redacted]'],
  ])('removes %s', (_what, text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    'order 4242424242424241 has no valid check digit',
    'at 1732334400000 ms, trace 4bf92f3577b34da6a3ce929d0e0e4736',
    'projects/demo/databases/(default)/documents/orders/o1',
    'the password must have 8 characters',
    'the token has expired',
    'Unexpected token: end of input',
  ])('leaves "%s" as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('redactValue', () => {
  it('removes values under secret names at any depth, and keeps the others', () => {
    const value = { user: { password: 'p', name: 'n' }, headers: [{ cookie: 'a=b' }], count: 3 };
    expect(redactValue(value)).toEqual({
      user: { password: '[redacted]', name: 'n' },
      headers: [{ cookie: '[redacted]' }],
      count: 3,
    });
  });

  it('keeps a key named __proto__ as a plain key', () => {
    const value = JSON.parse('{"__proto__": {"polluted": 1}}');
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('redactValue of a text that is JSON', () => {
  it.each([
    ['a password', '{"a":1,"password":{"stringValue":"p"}}', '{"a":1,"password":"[redacted]"}'],
    ['a quoted cookie', '{"text":"cookie: \\"abc\\""}', '{"text":"cookie: [redacted]"}'],
    ['a card number', '[{"integerValue":"4242424242424242"}]', '[{"integerValue":"[redacted]"}]'],
    ['an escaped name', '{"pass\\u0077ord":"p"}', '{"password":"[redacted]"}'],
    [
      'a JSON text inside',
      '{"body":"{\\"idToken\\":\\"t\\"}"}',
      '{"body":"{\\"idToken\\":\\"[redacted]\\"}"}',
    ],
  ])('removes %s and leaves valid JSON', (_what, text, expected) => {
    const redacted = redactValue(text) as string;
    expect(redacted).toBe(expected);
    expect(redactValue(redacted)).toBe(redacted);
  });

  it.each(['{"n":12345678901234567890.10}', '{ "token_count": 3 }', '[1, 2'])(
    'leaves %s as it is written',
    (text) => expect(redactValue(text)).toBe(text),
  );

  it('does not throw for a text that is nested deeper than the stack', () => {
    const text = `${'['.repeat(100_000)}"password=x"${']'.repeat(100_000)}`;
    expect(redactValue(text)).not.toContain('=x');
  });

  it.each([
    'apiKey',
    'private-key',
    'newPassword',
    'passphrase',
    'client_secret',
    'jwt',
    'pan',
    'sessionCookie',
    'cvv',
  ])('finds the secret name %s', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(redactValue(JSON.stringify({ [name]: 'x' }))).toBe(JSON.stringify({ [name]: '[redacted]' }));
  });
});

describe('isSecretName', () => {
  it.each([
    'http.request.header.authorization',
    'Cookie',
    'idToken',
    'newPassword',
    'card_number',
    'token',
    'oobCode',
  ])('is true for %s', (name) => expect(isSecretName(name)).toBe(true));

  it.each(['page_token', 'nextPageToken', 'author', 'carditem', 'tokens_per_second', 'name'])(
    'is false for %s',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});
