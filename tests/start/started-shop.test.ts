import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functionsUrl, serverUrl } from '../../kit/src/config/environment.ts';
import { TEST_ACCOUNTS } from '../../kit/src/data/test-accounts.ts';
import { descendants, runKit, type StartedShop, startShop, stopShop } from './kit-process.ts';

let shop: StartedShop;

beforeAll(async () => {
  shop = await startShop();
}, 60_000);

afterAll(() => stopShop(shop));

/** Runs a command on the started shop, and expects it to succeed. */
function runAt(offset: number, args: readonly string[]): string {
  const { code, output } = runKit([...args, '--port-offset', String(offset)]);
  expect(output).not.toMatch(/^savepoint:/m);
  expect(code).toBe(0);
  return output;
}

async function countProducts(): Promise<number> {
  const url = `${serverUrl(shop.ports.firestore)}/v1/projects/demo-savepoint/databases/(default)/documents/products?pageSize=300`;
  const response = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  const { documents = [] } = (await response.json()) as { documents?: unknown[] };
  return documents.length;
}

async function signIn(email: string, password: string): Promise<string> {
  const url = `${serverUrl(shop.ports.auth)}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return ((await response.json()) as { idToken: string }).idToken;
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

/** An unsigned ID token, as the Auth emulator would accept it. */
function unsignedToken(payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}

/** The HTTP status of createOrder with the ID token and an invalid order. */
async function orderStatus(token: string): Promise<number> {
  const response = await fetch(`${functionsUrl(shop.ports)}/createOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: {} }),
  });
  return response.status;
}

describe('the stack of npm start', () => {
  it('prints the URL of every server, and each responds', async () => {
    const { shop: web, firestore, auth, functions, hosting, stripe } = shop.ports;
    for (const port of [web, firestore, auth, functions, hosting, stripe]) {
      expect(shop.output()).toContain(serverUrl(port));
      expect((await fetch(serverUrl(port))).status, serverUrl(port)).toBeLessThan(500);
    }
  });

  it('prints which page a server has rejected and the flag that allows it', async () => {
    const origin = 'https://evil.example';
    for (const [name, port] of Object.entries({ firebase: shop.ports.auth, web: shop.ports.shop })) {
      expect((await fetch(serverUrl(port), { headers: { origin } })).status).toBe(403);
      const line = `Rejected GET on 127.0.0.1:${port}: it comes from a page of another origin, "${origin}". To allow it: npm start -- --allow-origin ${origin}`;
      await vi.waitFor(() => expect(shop.output()).toContain(`${name.padEnd(9)}  ${line}`), {
        timeout: 5000,
      });
    }
  });

  it('has the two printed accounts, of which only the admin has the admin claim', async () => {
    for (const account of TEST_ACCOUNTS) {
      expect(shop.output()).toContain(account.email);
      expect(shop.output()).toContain(account.password);
      const claims = claimsOf(await signIn(account.email, account.password));
      expect(claims.admin).toBe(account.claims.admin);
    }
  });

  it('rejects a forged, an expired and a foreign ID token with 401 and accepts a real one', async () => {
    const real = await signIn('shopper@example.com', 'shopper-pass-1');
    const claims = claimsOf(real);
    const invalidTokens = {
      'of an unknown user': unsignedToken({ ...claims, sub: 'nobody', user_id: 'nobody' }),
      expired: unsignedToken({ ...claims, exp: 1 }),
      'of another project': unsignedToken({
        ...claims,
        aud: 'other',
        iss: 'https://securetoken.google.com/other',
      }),
      'not a token': 'x.y.z',
    };
    for (const [name, token] of Object.entries(invalidTokens))
      expect(await orderStatus(token), name).toBe(401);
    expect(await orderStatus(real)).toBe(400);
  }, 30_000);

  it('serves 60 concurrent calls with one worker process', async () => {
    const workers = () =>
      descendants(shop.process.pid as number).filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('functionsEmulatorRuntime'),
      ).length;
    await orderStatus('x.y.z');
    const before = workers();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => orderStatus('x.y.z')));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(workers()).toBe(before);
  }, 30_000);

  it('has the sample catalogue', async () => {
    expect(await countProducts()).toBe(13);
  });

  it('restores from a snapshot what a reset has removed', async () => {
    const documents = `${serverUrl(shop.ports.firestore)}/v1/projects/demo-savepoint/databases/(default)/documents`;
    const name = `start-test-${process.pid}`;
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const body = JSON.stringify({ fields: { title: { stringValue: 'saved' } } });
    await fetch(`${documents}/notes?documentId=saved`, { method: 'POST', headers, body });
    runAt(shop.offset, ['snapshot', 'save', name]);
    runAt(shop.offset, ['reset']);
    expect((await fetch(`${documents}/notes/saved`, { headers })).status).toBe(404);
    expect(await countProducts()).toBe(13);
    runAt(shop.offset, ['snapshot', 'load', name]);
    expect((await fetch(`${documents}/notes/saved`, { headers })).status).toBe(200);
    expect(claimsOf(await signIn('admin@example.com', 'admin-pass-1')).admin).toBe(true);
  }, 60_000);

  it('grants and revokes the admin claim by email address', async () => {
    runAt(shop.offset, ['admin', 'grant', 'shopper@example.com']);
    expect(claimsOf(await signIn('shopper@example.com', 'shopper-pass-1')).admin).toBe(true);
    runAt(shop.offset, ['admin', 'revoke', 'shopper@example.com']);
    expect(claimsOf(await signIn('shopper@example.com', 'shopper-pass-1')).admin).toBeUndefined();
    const unknown = runKit(['admin', 'grant', 'nobody@example.com', '--port-offset', String(shop.offset)]);
    expect(unknown.output).toMatch(/^savepoint: .*nobody@example\.com/m);
    expect(unknown.code).toBe(1);
  }, 60_000);
});
