import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelAlert,
  planWave,
  requestAlert,
  sendAlerts,
  TOLD_PER_UNIT,
  WAVE_INTERVAL_MS,
} from '../../functions/src/mail/stock-alerts.ts';
import { runs } from '../support/search-runs.ts';
import { call, createProduct, createUser, eventually, setStock, db as stackDb } from './stack.ts';

const SHOP = { url: 'https://shop.test', name: 'Savepoint', postalAddress: [], supportEmail: undefined };
const KEY = { productId: 'tee', size: 'M' };
const START = Date.parse('2026-11-01T12:00:00Z');

let projectId: string;
let db: Firestore;
let close: () => Promise<void>;

/** A naive model of the waves, step by step, without transactions and documents. */
class NaiveShop {
  stock = 0;
  waiting: string[] = [];
  told: string[] = [];
  #sent = 0;
  #startedAt: number | undefined;

  deliver(now: number): void {
    if (this.stock === 0 || (this.#startedAt !== undefined && now - this.#startedAt >= WAVE_INTERVAL_MS)) {
      this.#sent = 0;
      this.#startedAt = undefined;
    }
    while (this.waiting.length > 0 && this.#sent < 3 * this.stock) {
      this.told.push(this.waiting.shift() as string);
      this.#sent += 1;
      this.#startedAt ??= now;
    }
  }
}

type Command =
  | { readonly kind: 'ask'; readonly who: number }
  | { readonly kind: 'stock'; readonly units: number; readonly deliveries: number }
  | { readonly kind: 'deliver'; readonly times: number }
  | { readonly kind: 'wait'; readonly hours: number };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), who: fc.integer({ min: 0, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('stock' as const),
      units: fc.integer({ min: 0, max: 3 }),
      // 0 is a late event, which arrives with a later one.
      deliveries: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 24, 40) }),
  },
);

async function run(commands: readonly Command[]): Promise<void> {
  const naive = new NaiveShop();
  const emailOf = new Map<string, string>();
  const product = db.doc(`products/${KEY.productId}`);
  const setStock = (stock: number) =>
    product.set({ name: 'Tee', image: '/art/tee.webp', status: 'active', variants: [{ size: 'M', stock }] });
  let now = START;
  const deliver = async (times: number) => {
    await Promise.all(Array.from({ length: times }, () => sendAlerts(db, KEY, SHOP, new Date(now))));
    if (times > 0) naive.deliver(now);
  };
  await setStock(0);
  for (const step of commands) {
    now += 1000;
    if (step.kind === 'ask') {
      const email = `p${step.who}@example.com`;
      const asked = requestAlert(db, { ...KEY, email }, new Date(now)).then(
        () => true,
        () => false,
      );
      expect(await asked).toBe(naive.stock === 0);
      const isWaiting = naive.waiting.some((request) => emailOf.get(request) === email);
      if (naive.stock === 0 && !isWaiting) {
        const request = `${email} ${now}`;
        emailOf.set(request, email);
        naive.waiting.push(request);
      }
    } else if (step.kind === 'stock') {
      naive.stock = step.units;
      await setStock(step.units);
      await deliver(step.deliveries);
    } else if (step.kind === 'wait') {
      now += step.hours * 3_600_000;
      await deliver(1);
    } else await deliver(step.times);
    const mails = await db.collection('mail').get();
    expect(mails.docs.map((mail) => (mail.get('to') as string[])[0]).sort()).toEqual(
      naive.told.map((request) => emailOf.get(request)).sort(),
    );
    const left = await db.collection('stockAlerts').where('state', '==', 'waiting').get();
    expect(left.docs.map((alert) => alert.get('email')).sort()).toEqual(
      naive.waiting.map((request) => emailOf.get(request)).sort(),
    );
  }
}

async function clear(): Promise<void> {
  const documents = `projects/${projectId}/databases/(default)/documents`;
  const url = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/${documents}`;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
}

describe('the waves of stock alerts', { timeout: 300_000 }, () => {
  beforeEach(() => {
    // A separate project, whose documents trigger no functions.
    projectId = `demo-waves-${randomUUID().slice(0, 8)}`;
    const app = initializeApp({ projectId }, projectId);
    db = getFirestore(app);
    close = () => deleteApp(app);
  });
  afterEach(() => close());

  it('notify the same people as a naive model, for late, duplicate and concurrent events, restocks and sales', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 14 }), async (commands) => {
        await clear();
        await run(commands);
      }),
      { numRuns: runs(8) },
    );
  });

  it('notify the three who have waited longest for one unit, and the others on the following days', async () => {
    const product = db.doc(`products/${KEY.productId}`);
    const variants = (stock: number) => ({
      name: 'Tee',
      image: '/art/tee.webp',
      status: 'active',
      variants: [{ size: 'M', stock }],
    });
    await product.set(variants(0));
    for (let index = 0; index < 7; index += 1)
      await requestAlert(db, { ...KEY, email: `p${index}@example.com` }, new Date(START + index));
    await product.set(variants(1));
    const told = async () =>
      (await db.collection('mail').get()).docs.map((mail) => String(mail.get('to')[0])).sort();
    const later = (days: number) =>
      sendAlerts(db, KEY, SHOP, new Date(START + 1000 + days * WAVE_INTERVAL_MS));
    expect(await later(0)).toBe(3);
    expect(await told()).toEqual(['p0@example.com', 'p1@example.com', 'p2@example.com']);
    expect([await later(0.5), await later(1), await later(2), await later(3)]).toEqual([0, 3, 1, 0]);
    expect(new Set(await told()).size).toBe(7);
  });

  it('notify nobody about a draft, or about another size', async () => {
    const product = db.doc(`products/${KEY.productId}`);
    await product.set({
      name: 'Tee',
      variants: [
        { size: 'M', stock: 0 },
        { size: 'L', stock: 0 },
      ],
    });
    await requestAlert(db, { ...KEY, email: 'm@example.com' }, new Date(START));
    await product.set({
      name: 'Tee',
      variants: [
        { size: 'M', stock: 0 },
        { size: 'L', stock: 9 },
      ],
    });
    expect(await sendAlerts(db, { ...KEY, size: 'L' }, SHOP, new Date(START))).toBe(0);
    await product.set({ name: 'Tee', status: 'draft', variants: [{ size: 'M', stock: 9 }] });
    expect(await sendAlerts(db, KEY, SHOP, new Date(START))).toBe(0);
  });

  it('keep a request with its member', async () => {
    await db.doc(`products/${KEY.productId}`).set({ name: 'Tee', variants: [{ size: 'M', stock: 0 }] });
    await requestAlert(db, { ...KEY, email: 'm@example.com', userId: 'ada' }, new Date(START));
    const [alert] = (await db.collection('stockAlerts').get()).docs;
    await cancelAlert(db, 'bob', alert?.id as string);
    expect((await db.collection('stockAlerts').get()).size).toBe(1);
    await cancelAlert(db, 'ada', alert?.id as string);
    expect((await db.collection('stockAlerts').get()).size).toBe(0);
  });
});

describe('planWave', () => {
  it('never allows more than three times the stock in a wave', () => {
    const hours = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.nat(500), fc.nat(100), hours, (sent, stock, elapsed) => {
        const now = new Date(START + elapsed * 3_600_000);
        const { wave, allowed } = planWave({ sent, startedAt: new Date(START) }, stock, now);
        expect(wave.sent + allowed).toBeLessThanOrEqual(Math.max(wave.sent, TOLD_PER_UNIT * stock));
        expect(wave.sent).toBe(elapsed >= 24 ? 0 : sent);
      }),
    );
  });
});

describe('requestStockAlert', { timeout: 60_000 }, () => {
  const mailsTo = async (email: string) =>
    (await stackDb().collection('mail').where('to', 'array-contains', email).get()).docs;

  it('responds the same to all guests, and one email follows when the size is back', async () => {
    const [productId, email] = [await createProduct(0), `${randomUUID()}@example.com`];
    for (let count = 0; count < 2; count += 1)
      expect((await call('requestStockAlert', { productId, size: 'M', email })).result).toEqual({
        done: true,
      });
    await setStock(productId, [{ size: 'M', stock: 2 }]);
    await eventually('the email has arrived', async () => (await mailsTo(email)).length === 1);
    const [mail] = await mailsTo(email);
    expect(mail?.get('message.text')).toContain(`/product/${productId}?size=`);
    expect(mail?.get('headers')['List-Unsubscribe']).toContain('list=stock');
    const { error } = await call('requestStockAlert', { productId, size: 'M', email });
    expect([error.status, error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringContaining('in stock'),
    ]);
  });

  it('rejects unknown products and sizes, and guests without an address', async () => {
    const [productId, email] = [await createProduct(0), `${randomUUID()}@example.com`];
    for (const request of [
      { productId: 'nowhere', size: 'M', email },
      { productId, size: '9XL', email },
      { productId, email },
    ])
      expect((await call('requestStockAlert', request)).error.status).toBe('NOT_FOUND');
    const { error } = await call('requestStockAlert', { productId, size: 'M' });
    expect([error.status, error.details]).toEqual(['INVALID_ARGUMENT', { field: 'email' }]);
  });

  it("uses a member's address; the member sees and ends the request in the preferences", async () => {
    const [productId, ada] = [await createProduct(0, { name: 'Wished Tee' }), await createUser()];
    await call('requestStockAlert', { productId, size: 'M', email: 'other@example.com' }, ada.token);
    interface Preferences {
      readonly stockAlerts: readonly {
        readonly alertId: string;
        readonly productName: string;
        readonly size: string;
      }[];
    }
    const read = async () =>
      (await call<Preferences>('readMailPreferences', {}, ada.token)).result.stockAlerts;
    const [alert] = await read();
    expect(alert).toMatchObject({ productId, productName: 'Wished Tee', size: 'M' });
    expect((await stackDb().doc(`stockAlerts/${alert?.alertId}`).get()).get('email')).toBe(ada.email);
    await call('cancelStockAlert', { alertId: alert?.alertId }, ada.token);
    expect(await read()).toEqual([]);
  });
});
