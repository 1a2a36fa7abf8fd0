import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import config from '../../savepoint.config.ts';
import { ALLOWED_ORIGIN } from '../security/callers.ts';
import { describeCallers } from '../security/describe-callers.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { openShop } from '../support/shop-project.ts';
import {
  type CommandResult,
  descendants,
  runKit,
  type StartedShop,
  spawnKit,
  startShop,
  stopShop,
  waitUntilGone,
} from './kit-process.ts';
import { BLOCKED, expectBlocked, type Probe, writeProbe } from './outbound-probe.ts';

/** The promise to the user who presses Ctrl+C. */
const GONE_MS = 2000;

let folder: string;
/** Every process of the stack runs it. */
let probe: Probe;
let shop: StartedShop;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'started-shop-'));
  probe = writeProbe(folder, 'start', false);
  shop = await startShop({ NODE_OPTIONS: probe.options }, ['--shopify', '--allow-origin', ALLOWED_ORIGIN]);
}, 90_000);

afterAll(async () => {
  if (shop !== undefined) await stopShop(shop);
  rmSync(folder, { recursive: true });
});

/** Runs a command on the started shop, and expects it to succeed. */
async function runAt(offset: number, args: readonly string[]): Promise<void> {
  const { code, stderr } = await runKitCommand([...args, '--port-offset', String(offset)], {
    env: { NODE_OPTIONS: probe.options },
  });
  expect(stderr).not.toMatch(/^savepoint:/m);
  expect(code).toBe(0);
}

/** The arguments of `savepoint run` for a command on the started shop. */
function runArguments({ offset }: StartedShop, command: readonly string[]): string[] {
  return ['run', '--port-offset', String(offset), '--', ...command];
}

function runOn(started: StartedShop, command: readonly string[]): CommandResult {
  return runKit(runArguments(started, command), { NODE_OPTIONS: probe.options });
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
    // A kept connection may have been closed while a command ran.
    headers: { 'content-type': 'application/json', connection: 'close' },
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
  const response = await fetch(
    `${serverUrl(shop.ports.functions)}/${openShop().id}/us-central1/createOrder`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: {} }),
    },
  );
  return response.status;
}

describe('the stack of npm start', () => {
  it('prints the URL of every server, and each responds', async () => {
    const { web, firestore, auth, functions, hosting, stripe = 0 } = shop.ports;
    for (const port of [web, firestore, auth, functions, hosting, stripe]) {
      expect(shop.output()).toContain(serverUrl(port));
      expect((await fetch(serverUrl(port))).status, serverUrl(port)).toBeLessThan(500);
    }
  });

  it('prints the origin of a rejected page and the flag that allows it', async () => {
    const origin = 'https://evil.example';
    for (const [name, port] of Object.entries({ firebase: shop.ports.auth, web: shop.ports.web })) {
      expect((await fetch(serverUrl(port), { headers: { origin } })).status).toBe(403);
      const line = `Rejected GET on 127.0.0.1:${port}: it comes from a page of another origin, "${origin}". To allow it: npm start -- --allow-origin ${origin}`;
      await vi.waitFor(() => expect(shop.output()).toContain(`${name.padEnd(9)}  ${line}`), {
        timeout: 5000,
      });
    }
  });

  it('keeps running when one of its servers is stopped, and starts it again', async () => {
    const { stripe = 0, web } = shop.ports;
    const responds = (port: number) =>
      fetch(serverUrl(port)).then(
        () => true,
        () => false,
      );
    const change = async (action: string, name: string) => {
      const args = ['server', action, name, '--port-offset', String(shop.offset)];
      const { stdout, stderr } = await runKitCommand(args);
      return (stdout + stderr).trim();
    };
    expect(await change('stop', 'stripe')).toBe('stripe is stopped.');
    expect(await change('stop', 'web')).toBe('web is stopped.');
    expect([await responds(stripe), await responds(web)]).toEqual([false, false]);
    expect(await change('start', 'stripe')).toBe('stripe responds.');
    expect(await change('restart', 'web')).toBe('web responds.');
    expect(await change('restart', 'eventLog')).toBe('eventLog responds.');
    expect(await change('restart', 'studio')).toBe('studio responds.');
    expect([await responds(stripe), await responds(web)]).toEqual([true, true]);
    expect(shop.process.exitCode).toBe(null);
    expect(shop.output()).not.toMatch(/exited with code/);
  }, 60_000);

  it('prints the accounts of a shopper and the owner, and has one for each role', async () => {
    const accounts = config.seed?.accounts ?? [];
    expect(accounts.map(({ claims }) => claims?.role)).toEqual([
      undefined,
      ...['owner', 'packer', 'editor', 'support'],
    ]);
    for (const { email, password, label, claims } of accounts) {
      expect(shop.output().includes(email)).toBe(label !== undefined);
      expect(shop.output().includes(password)).toBe(label !== undefined);
      expect(claimsOf(await signIn(email, password)).role).toBe(claims?.role);
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
    const objects = `${serverUrl(shop.ports.storage)}/b/demo-savepoint.appspot.com/o`;
    const upload = objects.replace('/b/', '/upload/storage/v1/b/');
    await fetch(`${upload}?uploadType=media&name=notes/saved.txt`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'saved',
    });
    const object = `${objects}/${encodeURIComponent('notes/saved.txt')}`;
    await runAt(shop.offset, ['snapshot', 'save', name]);
    await runAt(shop.offset, ['reset']);
    expect((await fetch(`${documents}/notes/saved`, { headers })).status).toBe(404);
    expect((await fetch(object)).status).toBe(404);
    expect(await countProducts()).toBe(13);
    await runAt(shop.offset, ['snapshot', 'load', name]);
    expect((await fetch(`${documents}/notes/saved`, { headers })).status).toBe(200);
    expect(claimsOf(await signIn('admin@example.com', 'admin-pass-1')).role).toBe('owner');
    expect(await (await fetch(object)).json()).toMatchObject({ contentType: 'text/plain', size: '5' });
    expect(await (await fetch(`${object}?alt=media`)).text()).toBe('saved');
  }, 60_000);

  it('grants and revokes roles by email address', async () => {
    const admin = (...args: string[]) => runOn(shop, ['node', 'scripts/grant-role.ts', ...args]);
    const roleOfShopper = async () => claimsOf(await signIn('shopper@example.com', 'shopper-pass-1')).role;
    expect(admin('grant', 'shopper@example.com')).toMatchObject({ code: 0 });
    expect(await roleOfShopper()).toBe('owner');
    expect(admin('grant', 'shopper@example.com', '--role', 'packer')).toMatchObject({ code: 0 });
    expect(await roleOfShopper()).toBe('packer');
    expect(admin('revoke', 'shopper@example.com')).toMatchObject({ code: 0 });
    expect(await roleOfShopper()).toBeUndefined();
    expect(admin('grant', 'nobody@example.com')).toEqual({
      code: 1,
      output: 'Nobody has registered with nobody@example.com. They must sign up in the shop first.\n',
    });
  }, 60_000);

  it('runs a command with its addresses, and returns the exit code of the command', () => {
    const script = 'console.log(process.env.FIRESTORE_EMULATOR_HOST); process.exitCode = 7;';
    expect(runOn(shop, ['node', '-e', script])).toEqual({
      code: 7,
      output: `127.0.0.1:${shop.ports.firestore}\n`,
    });
    expect(runOn(shop, ['echo "$GCLOUD_PROJECT"'])).toEqual({ code: 0, output: 'demo-savepoint\n' });
    expect(runOn(shop, ['no-such-program'])).toEqual({
      code: 127,
      output: 'savepoint: no-such-program was not run: there is no such program.\n',
    });
  }, 60_000);

  it('passes signals on to a command', async () => {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); console.log('ready'); setInterval(() => {}, 1000);";
    const command = spawnKit(runArguments(shop, ['node', '-e', script]));
    await once(command.stdout, 'data');
    command.kill('SIGTERM');
    expect(await once(command, 'exit')).toEqual([9, null]);
  }, 60_000);

  it.each([
    ['the kit', 'packages/savepoint/src/main.ts'],
    ['the supervisor', 'supervisor-main.ts'],
    ['firebase-tools', 'firebase-tools/lib/bin/firebase.js'],
    ['a functions worker', 'functionsEmulatorRuntime'],
    ['the Firestore emulator', 'savepoint-firestore.js'],
    ['the Stripe emulator', 'packages/stripe/src/main.ts'],
    ['the Shopify emulator', 'packages/shopify/src/main.ts'],
    ['the dev server', 'vite/bin/vite.js'],
    ['the seed', 'seed/src/main.ts'],
    ['npm run admin on the local stack', 'grant-role.ts'],
  ])('blocks a connection to another host in %s', (_, commandLine) => {
    expectBlocked(probe, commandLine);
  });

  it('blocks a connection to another host in every other process', () => {
    for (const { commandLine, outcome } of probe.all()) expect(outcome, commandLine).toMatch(BLOCKED);
  });
});

describeCallers(() => shop);

describe('npm start', () => {
  it('ends every process within two seconds after Ctrl+C, with exit code 0', async () => {
    const pids = descendants(shop.process.pid as number);
    expect(pids.length).toBeGreaterThan(5);
    const exit = new Promise((resolve) => shop.process.once('exit', resolve));
    shop.process.kill('SIGINT');
    await waitUntilGone(pids, GONE_MS);
    expect(await exit).toBe(0);
    expect(shop.output()).toContain('no process is left running');
  });
});
