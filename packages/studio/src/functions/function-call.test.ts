import { afterEach, describe, expect, it, vi } from 'vitest';
import { callFunction, rememberPayload, unsignedToken } from './function-call.ts';

afterEach(() => vi.unstubAllGlobals());

describe('an unsigned token', () => {
  it('contains the claims, in any script, and those that a verifier expects for the project', () => {
    const [, payload = ''] = unsignedToken({ sub: 'u', name: 'Žofie 🎮' }, 'p', 1_700_000_000_000).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).toEqual({
      iss: 'https://securetoken.google.com/p',
      aud: 'p',
      iat: 1_700_000_000,
      auth_time: 1_700_000_000,
      exp: 1_700_003_600,
      sub: 'u',
      name: 'Žofie 🎮',
    });
  });
});

describe('a call', () => {
  const target = { id: 'f', region: 'us-central1', kind: 'callable' } as const;
  const call = {
    projectId: 'p',
    target,
    claims: null,
    payload: '',
    method: 'GET',
    suffix: '/x?y=1',
    hasAppCheck: false,
  };

  function stubFetch() {
    const fetched = vi.fn(
      async (_url: string, _init: RequestInit) => new Response('{"result":1}', { status: 429 }),
    );
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('document', { querySelector: () => null });
    return fetched;
  }

  it('posts the data to a callable in a separate trace, and returns an error status as a result', async () => {
    const fetched = stubFetch();
    const { status, traceId, body } = await callFunction({ ...call, payload: '[1]' });
    const [url, { method, body: sent, headers }] = fetched.mock.calls[0] as [string, RequestInit];
    expect([url, method, sent]).toEqual(['/api/functions/p/us-central1/f', 'POST', '{"data":[1]}']);
    expect((headers as Record<string, string>).traceparent).toContain(traceId);
    expect(headers).not.toHaveProperty('authorization');
    expect([status, body]).toEqual([429, '{\n  "result": 1\n}']);
  });

  it('sends an App Check token, like an app', async () => {
    const fetched = stubFetch();
    fetched.mockResolvedValueOnce(new Response('{"token":"a.b.c","ttl":"3600s"}'));
    await callFunction({ ...call, hasAppCheck: true });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/functions/v1/projects/p/apps/1:0:web:0:exchangeDebugToken',
      '/api/functions/p/us-central1/f',
    ]);
    expect(fetched.mock.calls[1]?.[1].headers).toMatchObject({ 'x-firebase-appcheck': 'a.b.c' });
  });

  it('sends a path and no body to an HTTP function with GET', async () => {
    const fetched = stubFetch();
    await callFunction({ ...call, target: { ...target, kind: 'https' }, payload: '{}' });
    const [url, { method, body }] = fetched.mock.calls[0] as [string, RequestInit];
    expect([url, method, body]).toEqual(['/api/functions/p/us-central1/f/x?y=1', 'GET', undefined]);
  });
});

describe('the recent payloads', () => {
  it('contain the last ten without duplicates, newest first', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    for (let index = 0; index < 12; index++) rememberPayload('p', 'f', String(index));
    expect(rememberPayload('p', 'f', '5')).toEqual(['5', '11', '10', '9', '8', '7', '6', '4', '3', '2']);
  });
});
