// Question: do the deployed doors of the product feed (webhook, "Sync now", undo) keep their word over the wire, with the
// stack's own platform stand-in behind them? They share the stack's database, so the last test takes everything back.
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureLocalSecrets } from '../../kit/src/emulators/functions-secrets.ts';
import { aPerson, call, db, eventually, functionUrl, type Person } from './stack.ts';

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

let admin: Person;
let shopper: Person;
const applied: string[] = [];

async function control<T>(method: string, path: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${process.env.SAVEPOINT_SHOPIFY_URL}/_savepoint${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
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

/** Knocks as the platform does, with a signature of one's own making. */
function knock(
  body: string,
  over: Readonly<Record<string, string>> = {},
  secret = 'right',
): Promise<Response> {
  const key = secret === 'right' ? (ensureLocalSecrets().SHOPIFY_WEBHOOK_SECRET ?? '') : secret;
  return fetch(functionUrl('shopifyWebhook'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
      ...over,
    },
    body,
  });
}

/** What syncs of other files left is no business of this one, nor the other way round. */
async function forgetSyncs(): Promise<void> {
  for (const { ref } of (await db().collection('products').where('source', '==', 'shopify').get()).docs)
    await ref.delete();
  for (const name of ['syncs', 'syncState', 'syncedProducts'])
    await db().recursiveDelete(db().collection(name));
}

let atFirst: string[];
beforeAll(async () => {
  [admin, shopper] = [await aPerson({ admin: true }), await aPerson()];
  await control('POST', '/reset', { products: PRODUCTS });
  await control('DELETE', '/faults');
  await forgetSyncs();
  atFirst = await visible();
});

afterAll(async () => {
  await control('DELETE', '/faults');
  for (const syncId of applied.reverse()) await call('undoSync', { syncId }, admin.token);
  expect(await visible()).toEqual(atFirst);
  await forgetSyncs();
});

describe('the doors of the feed', { timeout: 120_000 }, () => {
  it('are shut for a shopper and for a visitor', async () => {
    for (const [name, data] of [
      ['syncProducts', {}],
      ['undoSync', { syncId: 'any' }],
    ] as const) {
      expect((await call(name, data, shopper.token)).error.status).toBe('PERMISSION_DENIED');
      expect((await call(name, data)).error.status).toBe('UNAUTHENTICATED');
    }
    expect(await visible()).toEqual(atFirst);
  });

  it('show a whole sync with its progress, and note who started it', async () => {
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

  it('say that the platform failed, and shoppers keep what they had', async () => {
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

describe('a webhook', { timeout: 120_000 }, () => {
  it('changes its product; again, late and forged it changes nothing', async () => {
    await edit(FIRST, { title: 'Changed there' });
    const older = await newestDelivery('products/update');
    await eventually('the change arrived', async () => (await nameOf(FIRST)) === 'Changed there');
    await control('POST', '/clock/advance', { seconds: 5 });
    await edit(FIRST, { title: 'Changed again' });
    await eventually('the second change arrived', async () => (await nameOf(FIRST)) === 'Changed again');

    const again = await control<Delivery>('POST', `/deliveries/${older.webhookId}/resend`);
    expect(again.attempts.map(({ status }) => status)).toEqual([200]);
    const late = await knock(older.body);
    expect([late.status, await late.text()]).toEqual([200, 'outdated']);
    expect(await nameOf(FIRST)).toBe('Changed again');

    const events = async () => (await db().collection('platformEvents').get()).size;
    const before = await events();
    const newer = JSON.stringify({
      ...JSON.parse(older.body),
      title: 'Forged',
      updated_at: '2031-01-01T00:00:00Z',
    });
    const forged = await knock(newer, {}, 'wrong-secret');
    expect(forged.status).toBe(401);
    expect((await knock(newer, { 'x-shopify-hmac-sha256': '' })).status).toBe(401);
    const edited = await control<Delivery>('POST', `/deliveries/${older.webhookId}/resend`, {
      body: newer,
      badSignature: true,
    });
    expect(edited.attempts.map(({ status }) => status)).toEqual([401]);
    expect([await events(), await nameOf(FIRST)]).toEqual([before, 'Changed again']);
  });

  it('that is not what its topic promises is 400, an unknown topic is passed over', async () => {
    expect((await knock('{}')).status).toBe(400);
    expect((await knock('no json')).status).toBe(400);
    expect((await knock('{}', { 'x-shopify-topic': '' })).status).toBe(400);
    const other = await knock('{}', { 'x-shopify-topic': 'orders/create' });
    expect([other.status, await other.text()]).toEqual([200, 'ignored']);
  });

  it('in the middle of a sync is not undone by it', async () => {
    await control('POST', '/faults', { apiDelayMs: 300 });
    await control('POST', '/clock/advance', { seconds: 5 });
    const pagesRead = async () => {
      const [run] = (await db().collection('syncs').where('status', '==', 'staging').get()).docs;
      return Number(run?.get('pagesRead') ?? 0);
    };
    const running = sync();
    await eventually('a page was read', async () => (await pagesRead()) >= 1);
    await edit(FIRST, { title: 'Changed in the middle' });
    await eventually('the change arrived', async () => (await nameOf(FIRST)) === 'Changed in the middle');
    await control('DELETE', '/faults');
    await running;
    expect(await nameOf(FIRST)).toBe('Changed in the middle');
  });

  it('that takes a product away archives it', async () => {
    await control('DELETE', `/products/${FIRST + 28}`);
    const gone = await newestDelivery('products/delete');
    expect(gone.attempts.map(({ status }) => status)).toEqual([200]);
    const product = await db()
      .doc(`products/shopify-${JSON.parse(gone.body).id}`)
      .get();
    expect(product.get('status')).toBe('archived');
  });
});

describe('undo', { timeout: 120_000 }, () => {
  it('takes the last sync back and nothing else, and notes who did', async () => {
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
