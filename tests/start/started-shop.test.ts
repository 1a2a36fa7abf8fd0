// Asks of a started shop: are its servers what the table says, does it refuse what production refuses, does it stay on this machine?
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionsUrl, serverUrl } from '../../kit/src/config/environment.ts';
import { TEST_ACCOUNTS } from '../../kit/src/data/test-accounts.ts';
import { descendants, runKit, type StartedShop, startShop, stopShop } from './kit-process.ts';

let shop: StartedShop;

beforeAll(async () => {
  shop = await startShop();
}, 60_000);

afterAll(() => stopShop(shop));

function at(offset: number, args: readonly string[]): string {
  const { code, output } = runKit([...args, '--port-offset', String(offset)]);
  expect(output).not.toMatch(/^savepoint:/m);
  expect(code).toBe(0);
  return output;
}

async function countProducts(): Promise<number> {
  const url = `${serverUrl(shop.ports.firestore)}/v1/projects/demo-savepoint/databases/(default)/documents/products?pageSize=300`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  const { documents = [] } = (await answer.json()) as { documents?: unknown[] };
  return documents.length;
}

async function signIn(email: string, password: string): Promise<string> {
  const url = `${serverUrl(shop.ports.auth)}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return ((await answer.json()) as { idToken: string }).idToken;
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

test('the table names every server, and each answers', async () => {
  const { shop: web, firestore, auth, functions, hosting, stripe } = shop.ports;
  for (const port of [web, firestore, auth, functions, hosting, stripe]) {
    expect(shop.output()).toContain(serverUrl(port));
    expect((await fetch(serverUrl(port))).status, serverUrl(port)).toBeLessThan(500);
  }
});

test('both accounts of the table can sign in, and only the admin is one', async () => {
  for (const account of TEST_ACCOUNTS) {
    expect(shop.output()).toContain(account.email);
    expect(shop.output()).toContain(account.password);
    const claims = claimsOf(await signIn(account.email, account.password));
    expect(claims.admin).toBe(account.claims.admin);
  }
});

function unsigned(payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}

async function orderWith(token: string): Promise<number> {
  const answer = await fetch(`${functionsUrl(shop.ports)}/createOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: {} }),
  });
  return answer.status;
}

test('functions refuse a forged, an expired and a foreign token, and take a real one', async () => {
  const real = await signIn('shopper@example.com', 'shopper-pass-1');
  const claims = claimsOf(real);
  const forgeries = {
    'of nobody': unsigned({ ...claims, sub: 'nobody', user_id: 'nobody' }),
    expired: unsigned({ ...claims, exp: 1 }),
    'of another project': unsigned({ ...claims, aud: 'other', iss: 'https://securetoken.google.com/other' }),
    'not a token': 'x.y.z',
  };
  for (const [name, token] of Object.entries(forgeries)) expect(await orderWith(token), name).toBe(401);
  expect(await orderWith(real)).toBe(400);
}, 30_000);

test('sixty calls at once are served by one worker', async () => {
  const workers = () =>
    descendants(shop.process.pid as number).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('functionsEmulatorRuntime'),
    ).length;
  await orderWith('x.y.z');
  const before = workers();
  const answers = await Promise.all(Array.from({ length: 60 }, () => orderWith('x.y.z')));
  expect(new Set(answers)).toEqual(new Set([401]));
  expect(workers()).toBe(before);
}, 30_000);

test('the sample catalogue is loaded', async () => {
  expect(await countProducts()).toBe(13);
});

test('a snapshot brings back what a reset removed', async () => {
  const documents = `${serverUrl(shop.ports.firestore)}/v1/projects/demo-savepoint/databases/(default)/documents`;
  const name = `start-test-${process.pid}`;
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const body = JSON.stringify({ fields: { title: { stringValue: 'kept' } } });
  await fetch(`${documents}/notes?documentId=kept`, { method: 'POST', headers, body });
  at(shop.offset, ['snapshot', 'save', name]);
  at(shop.offset, ['reset']);
  expect((await fetch(`${documents}/notes/kept`, { headers })).status).toBe(404);
  expect(await countProducts()).toBe(13);
  at(shop.offset, ['snapshot', 'load', name]);
  expect((await fetch(`${documents}/notes/kept`, { headers })).status).toBe(200);
  expect(claimsOf(await signIn('admin@example.com', 'admin-pass-1')).admin).toBe(true);
}, 60_000);

test('the admin claim is given and taken by e-mail address', async () => {
  at(shop.offset, ['admin', 'grant', 'shopper@example.com']);
  expect(claimsOf(await signIn('shopper@example.com', 'shopper-pass-1')).admin).toBe(true);
  at(shop.offset, ['admin', 'revoke', 'shopper@example.com']);
  expect(claimsOf(await signIn('shopper@example.com', 'shopper-pass-1')).admin).toBeUndefined();
  const nobody = runKit(['admin', 'grant', 'nobody@example.com', '--port-offset', String(shop.offset)]);
  expect(nobody.output).toMatch(/Nobody has registered with nobody@example.com/);
  expect(nobody.code).toBe(1);
}, 60_000);
