import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretName, redactText, redactValue } from './redact.ts';

describe('redactText', () => {
  it.each([
    ['a JSON Web Token', 'sent eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9. to it', 'sent [redacted] to it'],
    ['a bearer token', 'Authorization header Bearer abc.def-1', 'Authorization header Bearer [redacted]'],
    ['a gift card', 'Your code: A6YK-2PPH-806T-WVWZ.', 'Your code: [redacted].'],
    ['a gift card in a line of JSON', '"\\nA6YK-2PPH-806T-WVWZ\\n"', '"\\n[redacted]\\n"'],
    ['a code of letters first', '<b>ABCD-EFGH-JKLM-NPQ2</b>', '<b>[redacted]</b>'],
    ['a card number', 'card 4242 4242 4242 4242 was charged', 'card [redacted] was charged'],
    [
      'a password in JSON',
      '{"email":"a@b.c","password":"hunter2"}',
      '{"email":"a@b.c","password":[redacted]}',
    ],
    ['a token in a URL', '/v1?key=1&id_token=abc123&x=2', '/v1?key=[redacted]&id_token=[redacted]&x=2'],
    ['a token that begins a query', 'token=abc123&list=newsletter', 'token=[redacted]&list=newsletter'],
    [
      'an opaque token after its scheme',
      'Authorization: Bearer ya29.opaque\nHost: x',
      'Authorization: Bearer [redacted]\nHost: x',
    ],
    ['all cookies of a line', 'Cookie: a=1; __session=S\r\nHost: x', 'Cookie: [redacted]\r\nHost: x'],
    [
      'a header of a command',
      "curl -H 'Proxy-Authorization: Basic dTpw' http://x/",
      "curl -H 'Proxy-Authorization: Basic [redacted]' http://x/",
    ],
    [
      'a token in a URL inside a URL',
      '/login?redirect=%2Fx%3Ftoken%3Dabc%26b%3D2&a=1',
      '/login?redirect=%2Fx%3Ftoken%3D%5Bredacted%5D%26b%3D2&a=1',
    ],
    ['the code of a sign-in', '/cb?code=4/0Ab&state=1', '/cb?code=[redacted]&state=1'],
    ['the password of a URL', 'redis://user:pw@host/0', 'redis://user:[redacted]@host/0'],
    [
      'a value of a denial',
      "(resource.data.apiKey = 'abc', n = 1)",
      '(resource.data.apiKey = [redacted], n = 1)',
    ],
    ['a literal of a condition', "data.password == 'abc' && x", 'data.password == [redacted] && x'],
    ['a value in brackets', 'token: { a: "}" }, b: 1', 'token: [redacted], b: 1'],
    ['a value that is cut', '{"a":1,"password":"hunt', '{"a":1,"password":[redacted]'],
    [
      'a value in escaped JSON',
      String.raw`"{\"passphrase\":\"x y\",\"n\":1}"`,
      String.raw`"{\"passphrase\":[redacted],\"n\":1}"`,
    ],
    ['a key of Stripe', 'used sk_test_abcdefgh12345678', 'used [redacted]'],
    ['a short key of Stripe', "new Stripe('sk_test_123', {})", "new Stripe('[redacted]', {})"],
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
    'token: string, password: null',
    'request.auth.token.admin == true && resource.data.token == request.auth.uid',
    'code: 5, key: name, auth=owner of it',
    '/shop?page_token=abc&next=%2Fcart%3Fpage%3D2',
    'basic',
    'F47AC10B-58CC-4372-A567-0E02B2C3D479',
    'ARCADE-DRAGON-TEE-S',
  ])('leaves "%s" unchanged', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

/** The positions in which a header or a field can appear. */
const POSITIONS: Readonly<Record<string, (name: string, secret: string) => unknown>> = {
  'a field': (name, secret) => ({ [name]: secret, n: 1 }),
  'a field with several values': (name, secret) => ({ [name]: ['x', secret] }),
  'a nested field': (name, secret) => ({ a: [{ b: { [name]: { stringValue: secret } } }] }),
  'an attribute': (name, secret) => ({ [`http.request.header.${name}`]: [secret] }),
  'a pair': (name, secret) => [
    ['accept', 'x'],
    [name, secret],
  ],
  rawHeaders: (name, secret) => ['Accept', 'x', name, secret],
  'a name and a value': (name, secret) => ({ name, value: secret }),
  'a key and a value': (name, secret) => ({ key: name, value: { stringValue: secret } }),
  'an operand of rules': (name, secret) => ({ source: `resource.data['${name}']`, value: `'${secret}'` }),
  JSON: (name, secret) => JSON.stringify({ n: 1, [name]: secret }),
  'JSON in JSON': (name, secret) => JSON.stringify({ body: JSON.stringify({ [name]: secret }) }),
  'JSON in a text': (name, secret) => `sent ${JSON.stringify({ n: 1, [name]: secret })} to it`,
  'JSON that is cut': (name, secret) => JSON.stringify({ n: 1, [name]: secret }).slice(0, -2),
  'an inspected object': (name, secret) => `{ n: 1, '${name}': '${secret}', m: 2 }`,
  'an inspected list': (name, secret) => `{ n: 1, '${name}': [ 'x', '${secret}' ], m: 2 }`,
  'a line': (name, secret) => `POST / HTTP/1.1\r\nHost: x\r\n${name}: ${secret}\r\n\r\n`,
  'an option of a command': (name, secret) => `curl -H "${name}: ${secret}" http://x/`,
  'an assignment': (name, secret) => `export ${name}=${secret}`,
  'a setting': (name, secret) => `x, ${name} = "${secret}", y`,
  'an arrow': (name, secret) => `${name} => '${secret}'`,
  'a query': (name, secret) => `a=1&${name}=${encodeURIComponent(secret)}&b=2`,
  'a URL': (name, secret) => `GET http://x/y?${name}=${encodeURIComponent(secret)}#z`,
  'a URL in a URL': (name, secret) =>
    `/login?next=${encodeURIComponent(`/y?a=1&${name}=${encodeURIComponent(secret)}`)}&b=2`,
  'a URL in a URL in a URL': (name, secret) => {
    const inner = encodeURIComponent(`/y?a=1&${name}=${encodeURIComponent(secret)}`);
    return { 'url.query': `next=${encodeURIComponent(`/z?next=${inner}`)}` };
  },
};
const NAMES = [
  'password',
  'newPassword',
  'passphrase',
  'apiKey',
  'api_key',
  'x-api-key',
  'client-secret',
  'private_key',
  'csrf_token',
  'idToken',
  'unsubscribeToken',
  'token',
  'oobCode',
];
/** Values of headers, which contain spaces and separators, and values of fields. */
const HEADERS: Readonly<Record<string, (canary: string) => string>> = {
  authorization: (canary) => `Bearer ${canary}`,
  Authorization: (canary) => `Digest username="a", response="${canary}"`,
  'proxy-authorization': (canary) => `Basic ${canary}==`,
  cookie: (canary) => `a=1; __session=${canary}; theme=dark`,
  'Set-Cookie': (canary) => `__session=${canary}; Path=/; HttpOnly`,
};

describe('redactValue', () => {
  const canary = fc.stringMatching(/^[a-z]{4}[0-9]{3}[A-Za-z0-9]{4,20}$/);
  const surrounding = fc.constantFrom(
    (value: unknown) => value,
    (value: unknown) => ({ first: [value, 'last'] }),
    (value: unknown) => ({ body: JSON.stringify({ list: [value] }) }),
    (value: unknown) => (typeof value === 'string' ? `before ${value} after` : [value]),
  );

  it.each(Object.keys(POSITIONS))('removes a secret in %s', (position) => {
    const place = POSITIONS[position] as (name: string, secret: string) => unknown;
    const named = fc.constantFrom(
      ...NAMES.map((name) => ({ name, valueFor: (secret: string) => secret })),
      ...Object.entries(HEADERS).map(([name, valueFor]) => ({ name, valueFor })),
    );
    fc.assert(
      fc.property(named, canary, surrounding, ({ name, valueFor }, secret, surround) => {
        // In quoted text a quote is escaped or of the other kind; these positions do not cover
        // that.
        fc.pre(!(valueFor('').includes('"') && /option|setting/.test(position)));
        const redacted = redactValue(surround(place(name, valueFor(secret))));
        expect(JSON.stringify(redacted)).not.toContain(secret);
        expect(redactValue(redacted)).toEqual(redacted);
      }),
      { numRuns: 60 * Number(process.env.SAVEPOINT_DEEP ?? 1) },
    );
  });

  it('removes secrets in time that depends only on the length of the text', () => {
    const before = process.cpuUsage();
    for (const part of ['a.', 'token=', '%3D', '//a:', 'x'.repeat(50), '"', '{token:', 'cookie ']) {
      redactText(`token ${part.repeat(100_000 / part.length)}`);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });

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

  it.each(['{"n":12345678901234567890.10}', '{ "token_count": 3 }', '[1, 2'])('leaves %s unchanged', (text) =>
    expect(redactValue(text)).toBe(text),
  );

  it('does not throw for text nested deeper than the stack', () => {
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
  ])('detects the secret name %s', (name) => {
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
