import { describe, expect, it } from 'vitest';
import { OWNER } from '../../packages/firestore/src/database/access-control.ts';
import { FirestoreEmulator } from '../../packages/firestore/src/emulator/firestore-emulator.ts';
import { FakePaymentGateway } from '../functions/orders/fake-payment-gateway.ts';
import { judgeBooks } from './judge-books.ts';
import { runSimulation } from './run-simulation.ts';
import { toFields } from './stored-fields.ts';
import { VirtualTime } from './virtual-time.ts';

const SMALL = { shoppers: 60, units: 8, instances: 3, concurrency: 20 };

describe('runSimulation', () => {
  it('gives the same log, byte for byte, for the same seed, and another one for another', async () => {
    const logOf = async (seed: number) => {
      let log = '';
      const { logDigest } = await runSimulation({ ...SMALL, seed, log: (line) => (log += line) });
      return { log, logDigest };
    };
    const first = await logOf(7);
    expect(first.log).toContain('createOrder ok');
    expect(await logOf(7)).toEqual(first);
    expect((await logOf(8)).log).not.toBe(first.log);
  });

  it.each([1, 2, 3, 4, 5])('ends with books that balance, with seed %i', async (seed) => {
    const { books, outcomes } = await runSimulation({ ...SMALL, seed });
    expect(books.problems).toEqual([]);
    expect(books.unitsSold + books.unitsLeft).toBe(SMALL.units);
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(SMALL.shoppers);
  });

  it('shows the document of the product as the hottest, with commits that contend for it', async () => {
    const { hottest, answerMs } = await runSimulation({ ...SMALL, seed: 7, units: 40 });
    expect(hottest[0]?.path).toBe('products/drop');
    expect(hottest[0]?.peakPerSecond).toBeGreaterThan(1);
    expect(answerMs.p95).toBeGreaterThan(5000);
  });
});

describe('judgeBooks', () => {
  const LINE = { id: 'drop', quantity: 1 };

  /** The problems of a shop with two units, of which one is sold, after `change`. */
  async function problemsOf(change: Readonly<Record<string, object>>): Promise<readonly string[]> {
    const emulator = new FirestoreEmulator();
    const database = emulator.database('projects/p/databases/(default)');
    const gateway = new FakePaymentGateway(() => new Date(0));
    const request = { orderId: 'o1', email: undefined, currency: 'usd', expiresAt: new Date(0) };
    const lines = [{ name: 'Drop shirt', unitCents: 4500, quantity: 1 }];
    await gateway.openSession({ ...request, lines, shippingCents: 0, taxCents: 0 });
    const [session] = gateway.sessions;
    if (session !== undefined) gateway.pay(session);
    const documents = {
      'products/drop': { variants: [{ stock: 1 }] },
      'orders/o1': { userId: 'u1', status: 'paid', totalCents: 4500, lines: [LINE] },
      'reservations/o1': { state: 'sold' },
      ...change,
    };
    const writes = Object.entries(documents).map(([path, fields]) => ({
      ...{ kind: 'update' as const, path, mask: undefined, transforms: [], precondition: undefined },
      fields: toFields(fields),
    }));
    await database.commit(writes, OWNER);
    return judgeBooks(database, gateway, 2).problems;
  }

  it('finds nothing in books that balance', async () => {
    expect(await problemsOf({})).toEqual([]);
  });

  it.each<[string, Record<string, object>, RegExp]>([
    ['a lost unit', { 'products/drop': { variants: [{ stock: 0 }] } }, /1 sold and 0 left are not 2/],
    [
      'a unit sold twice to one shopper',
      {
        'orders/o2': { userId: 'u1', status: 'paid', totalCents: 4500, lines: [LINE] },
        'reservations/o2': { state: 'sold' },
      },
      /bought twice/,
    ],
    [
      'money kept of an order that ended',
      { 'orders/o1': { userId: 'u1', status: 'expired', totalCents: 4500, lines: [LINE] } },
      /4500 cents are kept of 0/,
    ],
    [
      'an order that waits for ever',
      { 'orders/o3': { userId: 'u3', status: 'pending', totalCents: 1, lines: [LINE] } },
      /order o3 is pending/,
    ],
    ['units held for nobody', { 'reservations/o1': { state: 'held' } }, /its reservation held/],
  ])('finds %s', async (_, change, problem) => {
    expect((await problemsOf(change)).join('\n')).toMatch(problem);
  });
});

it('VirtualTime runs events by time, those of one moment in the order in which they were set', async () => {
  const time = new VirtualTime(new Date(0));
  const ran: string[] = [];
  time.after(20, () => ran.push(`c ${time.now()}`));
  const cancel = time.after(15, () => ran.push('canceled'));
  time.after(10, () => {
    ran.push(`a ${time.now()}`);
    void Promise.resolve().then(() => time.after(0, () => ran.push(`a2 ${time.now()}`)));
    cancel();
  });
  time.after(10, () => ran.push(`b ${time.now()}`));
  await time.run();
  expect(ran).toEqual(['a 10', 'b 10', 'a2 10', 'c 20']);
});
