// The deployed functions of the product feed against the stack's Shopify emulator. They share the
// stack's database, so every sync is undone at the end.
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureLocalSecrets } from '../../packages/stack/src/config/local-secrets.ts';
import { openShop } from '../support/shop-project.ts';
import { call, createUser, db, eventually, functionUrl, type TestUser } from './stack.ts';

const PRODUCTS = 120;

interface Product {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}
interface Delivery {
  readonly webhookId: string;
  readonly topic: string;
  readonly body: string;
  readonly triggeredAt: string;
  readonly attempts: readonly { readonly status: number | null }[];
}
interface Synced {
  readonly syncId: string;
  readonly created: number;
  readonly updated: number;
}

let admin: TestUser;
let shopper: TestUser;
const applied: string[] = [];

async function control<T>(method: string, path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${process.env.SAVEPOINT_SHOPIFY_URL}/_savepoint${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const edit = (id: number, change: object) => control<Product>('POST', `/products/${id}`, change);
const FIRST = 1_000_000;

async function newestDelivery(topic: string): Promise<Delivery> {
  await control('POST', '/deliveries/settle');
  const found = (await control<Delivery[]>('GET', '/deliveries')).find((one) => one.topic === topic);
  if (found === undefined) throw new Error(`The platform sent nothing about ${topic}.`);
  return found;
}

async function sync(): Promise<Synced> {
  const { result, error } = await call<Synced>('syncProducts', {}, admin.token);
  if (error !== undefined) throw new Error(error.message);
  applied.push(result.syncId);
  return result;
}

const nameOf = async (id: number) => (await db().doc(`products/shopify-${id}`).get()).get('name') as unknown;

async function visible(): Promise<string[]> {
  const products = (await db().collection('products').get()).docs.filter(
    (product) => (product.get('status') ?? 'active') === 'active',
  );
  const synced = products.filter((product) => product.get('source') === 'shopify');
  return (synced.length > 0 ? synced : products).map(({ id }) => id).sort();
}

/** Sends a webhook like the platform, signed with `secret`. */
function sendWebhook(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  secret = 'right',
): Promise<Response> {
  const key = secret === 'right' ? (ensureLocalSecrets(openShop()).SHOPIFY_WEBHOOK_SECRET ?? '') : secret;
  return fetch(functionUrl('shopifyWebhook'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
      ...headers,
    },
    body,
  });
}

/** Isolates this file from the syncs of others. */
async function deleteSyncs(): Promise<void> {
  for (const { ref } of (await db().collection('products').where('source', '==', 'shopify').get()).docs)
    await ref.delete();
  for (const name of ['syncs', 'syncState', 'syncedProducts'])
    await db().recursiveDelete(db().collection(name));
}

let visibleBefore: string[];
beforeAll(async () => {
  [admin, shopper] = [await createUser({ admin: true }), await createUser()];
  await control('POST', '/reset', { products: PRODUCTS });
  await control('DELETE', '/faults');
  await deleteSyncs();
  visibleBefore = await visible();
});

afterAll(async () => {
  await control('DELETE', '/faults');
  for (const syncId of applied.reverse()) await call('undoSync', { syncId }, admin.token);
  expect(await visible()).toEqual(visibleBefore);
  await deleteSyncs();
});

describe('syncProducts and undoSync', { timeout: 120_000 }, () => {
  it('show the progress of a sync, reject a second one as already-exists, and write the audit log', async () => {
    await control('POST', '/faults', { apiDelayMs: 300 });
    const running = sync();
    await eventually('a page was read', async () => {
      const [run] = (await db().collection('syncs').where('status', '==', 'staging').get()).docs;
      return Number(run?.get('pagesRead')) >= 1;
    });
    const second = await call('syncProducts', {}, admin.token);
    expect(second.error).toMatchObject({ status: 'ALREADY_EXISTS' });
    await control('DELETE', '/faults');
    const { syncId, created } = await running;
    expect((await visible()).length).toBe(created);
    expect((await visible()).every((id) => id.startsWith('shopify-'))).toBe(true);
    const [entry] = (await db().collection('audit').where('target', '==', `syncs/${syncId}`).get()).docs;
    expect(entry?.data()).toMatchObject({ action: 'syncProducts', uid: admin.uid });
  });

  it('reject with unavailable if the platform fails, and leave the visible catalog unchanged', async () => {
    const before = await visible();
    await control('POST', '/faults', { failPage: 2, failPageTimes: 50, failPageStatus: 500 });
    const { error } = await call('syncProducts', {}, admin.token);
    await control('DELETE', '/faults');
    expect(error).toMatchObject({
      status: 'UNAVAILABLE',
      message: expect.stringContaining('refused a page'),
    });
    expect(await visible()).toEqual(before);
  });
});

describe('shopifyWebhook', { timeout: 120_000 }, () => {
  it('applies a change once, and ignores duplicate and outdated deliveries and bad signatures', async () => {
    await edit(FIRST, { title: 'Changed there' });
    const older = await newestDelivery('products/update');
    await eventually('the change arrived', async () => (await nameOf(FIRST)) === 'Changed there');
    await control('POST', '/clock/advance', { seconds: 5 });
    await edit(FIRST, { title: 'Changed again' });
    await eventually('the second change arrived', async () => (await nameOf(FIRST)) === 'Changed again');

    const again = await control<Delivery>('POST', `/deliveries/${older.webhookId}/resend`);
    expect(again.attempts.map(({ status }) => status)).toEqual([200]);
    const late = await sendWebhook(older.body);
    expect([late.status, await late.text()]).toEqual([200, 'outdated']);
    expect(await nameOf(FIRST)).toBe('Changed again');

    const events = async () => (await db().collection('platformEvents').get()).size;
    const before = await events();
    const newer = JSON.stringify({
      ...JSON.parse(older.body),
      title: 'Forged',
      updated_at: '2031-01-01T00:00:00Z',
    });
    const forged = await sendWebhook(newer, {}, 'wrong-secret');
    expect(forged.status).toBe(401);
    expect((await sendWebhook(newer, { 'x-shopify-hmac-sha256': '' })).status).toBe(401);
    const edited = await control<Delivery>('POST', `/deliveries/${older.webhookId}/resend`, {
      body: newer,
      badSignature: true,
    });
    expect(edited.attempts.map(({ status }) => status)).toEqual([401]);
    expect([await events(), await nameOf(FIRST)]).toEqual([before, 'Changed again']);
  });

  it('responds with 400 to a body that does not match its topic, and ignores unknown topics', async () => {
    expect((await sendWebhook('{}')).status).toBe(400);
    expect((await sendWebhook('no json')).status).toBe(400);
    expect((await sendWebhook('{}', { 'x-shopify-topic': '' })).status).toBe(400);
    const other = await sendWebhook('{}', { 'x-shopify-topic': 'orders/create' });
    expect([other.status, await other.text()]).toEqual([200, 'ignored']);
  });

  it('archives a product that was deleted on the platform', async () => {
    await control('DELETE', `/products/${FIRST + 28}`);
    const gone = await newestDelivery('products/delete');
    expect(gone.attempts.map(({ status }) => status)).toEqual([200]);
    const product = await db()
      .doc(`products/shopify-${JSON.parse(gone.body).id}`)
      .get();
    expect(product.get('status')).toBe('archived');
  });
});

describe('undoSync', { timeout: 120_000 }, () => {
  it('undoes only the last sync, once, and writes the audit log', async () => {
    const before = await nameOf(FIRST);
    await control('POST', '/faults', { dropNext: 10 });
    await control('POST', '/clock/advance', { seconds: 5 });
    await edit(FIRST, { title: 'Only this sync brings it' });
    await control('DELETE', '/faults');
    const { syncId, updated } = await sync();
    expect(updated).toBeGreaterThan(0);
    expect(await nameOf(FIRST)).toBe('Only this sync brings it');
    const [first] = applied;
    expect((await call('undoSync', { syncId: first }, admin.token)).error).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    expect((await call('undoSync', { syncId }, shopper.token)).error.status).toBe('PERMISSION_DENIED');
    expect((await call('undoSync', { syncId }, admin.token)).result).toEqual({ done: true });
    applied.pop();
    expect(await nameOf(FIRST)).toBe(before);
    expect((await call('undoSync', { syncId }, admin.token)).error.message).toContain('nothing to undo');
    const entries = await db().collection('audit').where('target', '==', `syncs/${syncId}`).get();
    expect(entries.docs.map((entry) => entry.get('action')).sort()).toEqual(['syncProducts', 'undoSync']);
  });
});
