// Small drops with more faults than usual. `npm run test:deep` runs ten thousand of them.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FAULTS, type Fault } from './cloud/fault-plan.ts';
import { formatCommand, parseCommand, UsageError } from './drop-options.ts';
import type { Fields } from './firestore/documents.ts';
import { KEPT_DROPS } from './kept-drops.ts';
import { renderReport, reportDrop } from './report/render-report.ts';
import { Books } from './shop/books.ts';
import type { DropQueue } from './shop/drop-queue.ts';
import { EditionBooks } from './shop/edition-books.ts';
import { DROP_WAYS, type DropOptions, type DropWay, runDrop } from './shop/run-drop.ts';
import { summarize } from './shop/summary.ts';
import { shrink } from './shrink.ts';

const SEEDS = 50;
const SMALL: DropOptions = {
  way: 'order',
  seed: 1,
  shoppers: 30,
  units: 8,
  instances: 5,
  concurrency: 3,
  faults: FAULTS,
  faultLevel: 'high',
  hasLimits: true,
};

const parseDrop = (command: string) => parseCommand(command.split(' ').slice(4)).drops[0] as DropOptions;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a simulated drop', () => {
  it(`leaves balanced books with each of ${SEEDS} seeds`, async () => {
    const happened = new Set<Fault>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      // Scarce units, or enough: only then can a shopper be sold a second one.
      const way = DROP_WAYS[seed % DROP_WAYS.length] as DropWay;
      const drop = { ...SMALL, way, seed, shoppers: 12, units: seed % 5 === 0 ? 24 : 3 };
      const { problems, shop } = await runDrop(drop);
      expect(problems, formatCommand(drop)).toEqual([]);
      for (const fault of shop.faults.counts.keys()) happened.add(fault);
    }
    expect([...happened].sort()).toEqual([...FAULTS].sort());
  });

  it('leaves balanced books with each drop that failed before', async () => {
    for (const command of KEPT_DROPS) {
      const { problems } = await runDrop(parseDrop(command));
      expect(problems, command).toEqual([]);
    }
  });

  it.each(DROP_WAYS)(
    'by %s has the same log for a seed, byte for byte, and no clock or chance of the machine',
    async (way) => {
      const drop = { ...SMALL, way };
      const { logHash, events } = await runDrop(drop);
      const fail = () => {
        throw new Error('Not in a simulation.');
      };
      for (const [object, method] of [
        [Math, 'random'],
        [Date, 'now'],
        [performance, 'now'],
        [globalThis, 'setTimeout'],
        [crypto.subtle, 'digest'],
      ] as const)
        vi.spyOn(object as unknown as Record<string, () => void>, method).mockImplementation(fail);
      const again = await runDrop(drop);
      const other = await runDrop({ ...drop, seed: 2 });
      vi.restoreAllMocks();
      expect([again.logHash, again.events]).toEqual([logHash, events]);
      expect(other.logHash).not.toBe(logHash);
    },
  );

  it('sells every unit of an edition that all want and pay', async () => {
    const result = await runDrop({ ...SMALL, faults: [], shoppers: 60 });
    const { orders, unitsLeft, readsPerLoser } = summarize(result);
    expect(result.problems).toEqual([]);
    expect(orders.map(([status]) => status)).toEqual(['paid']);
    expect(unitsLeft).toBe(0);
    expect(readsPerLoser).toBeGreaterThan(0);
  });
});

describe('a line or a draw', () => {
  it.each(['line', 'draw'] as const)('a %s gives out and sells every unit, one to a person', async (way) => {
    const result = await runDrop({ ...SMALL, way, faults: [], shoppers: 60 });
    const { assignedMs, orders, unitsLeft } = summarize(result);
    expect(result.problems).toEqual([]);
    expect(orders.map(([status]) => status)).toEqual(['paid']);
    expect(unitsLeft).toBe(0);
    expect(assignedMs).toBeGreaterThan(0);
  });

  it('a line answers 95 % within a second on cold instances, although half come for its opening', async () => {
    const drop: DropOptions = { ...SMALL, way: 'line', shoppers: 2000, units: 40, instances: 2 };
    const result = await runDrop({ ...drop, concurrency: undefined, faultLevel: 'usual' });
    expect(result.problems).toEqual([]);
    const { answerMs, assignedMs } = summarize(result);
    expect(answerMs.p95).toBeLessThan(1000);
    expect(assignedMs).toBeLessThan(60_000);
  });

  it.each<[name: string, tamper: (queue: DropQueue) => void, problem: RegExp]>([
    [
      'a number that two people have',
      ({ shop: { firestore } }) => {
        const bought = [...firestore.peekCollection('dropEntries')].filter(
          ([, { state }]) => state === 'bought',
        );
        const [[, first], [id, second]] = bought as [[string, Fields], [string, Fields]];
        firestore.seed(`dropEntries/${id}`, { ...second, numbers: first.numbers });
      },
      /is in two places/,
    ],
    [
      'an order of the draw that the seed does not give',
      ({ shop: { firestore } }) => {
        const [[id, chunk]] = [...firestore.peekCollection('dropRankings')] as [[string, Fields]];
        firestore.seed(`dropRankings/${id}`, {
          ...chunk,
          tickets: [...(chunk.tickets as string[])].reverse(),
        });
      },
      /not that of the seed/,
    ],
  ])('the books find %s', async (_, tamper, problem) => {
    const { queue, problems } = await runDrop({ ...SMALL, way: 'draw', faults: [] });
    expect(problems).toEqual([]);
    tamper(queue as DropQueue);
    const books = new EditionBooks();
    await books.close(queue as DropQueue);
    expect(books.problems.join('\n')).toMatch(problem);
  });
});

describe('the books', () => {
  /** The problems found in the finished run of a shop that was then tampered with. */
  async function problemsAfter(
    tamper: (document: (path: string, fields: object) => void, id: string) => void,
  ) {
    const { shop, shoppers, problems } = await runDrop({ ...SMALL, faults: [] });
    expect(problems).toEqual([]);
    const { firestore } = shop;
    const id = [...firestore.peekCollection('orders')].find(
      ([, { status }]) => status === 'paid',
    )?.[0] as string;
    tamper((path, fields) => firestore.seed(path, { ...firestore.peek(path), ...fields }), id);
    const books = new Books({});
    books.close(shop, shoppers);
    return books.problems.join('\n');
  }

  it.each<[name: string, tamper: Parameters<typeof problemsAfter>[0], problem: RegExp]>([
    [
      'units that were given back and sold',
      (set, id) => set(`reservations/${id}`, { state: 'released' }),
      /its units are released/,
    ],
    [
      'a payment that no order has',
      (set, id) => set(`orders/${id}`, { status: 'cancelled' }),
      /is kept for .*, which is cancelled/,
    ],
    [
      'an order at another price than was paid',
      (set, id) => set(`orders/${id}`, { totalCents: 1 }),
      /costs 1, paid/,
    ],
    ['an email without a reason', (set) => set('mail/other-paid', {}), /emails without a reason: other-paid/],
    [
      'a status that may not follow',
      (set, id) => set(`orders/${id}`, { timeline: [{ status: 'paid', actor: 'payment' }] }),
      /from undefined to paid/,
    ],
    ['a sale that is not counted', (set, id) => set(`orders/${id}`, { lines: [] }), /sales of/],
    [
      'a refund that was not sent',
      (set) => set('refunds/pi_x', { state: 'pending' }),
      /refund of pi_x is pending/,
    ],
  ])('find %s', async (_, tamper, problem) => {
    expect(await problemsAfter(tamper)).toMatch(problem);
  });

  it('find a unit that two orders have, at the commit that gave it away', () => {
    const books = new Books({ hoodie: { M: 1 } });
    const order = { status: 'pending', lines: [{ id: 'hoodie', size: 'M', quantity: 1 }] };
    const take = (id: string, before: number, stock: number) =>
      books.committed([
        { path: `orders/${id}`, before: undefined, after: order },
        shardOf(before, stock),
        {
          path: 'products/hoodie/stockMovements/a',
          ...{ before: undefined, after: { size: 'M', units: stock - before } },
        },
      ]);
    const path = 'products/hoodie/stockShards/0';
    const unitsOf = (stock: number) => ({ units: { 'size M': stock } });
    const shardOf = (before: number, stock: number) => ({
      ...{ path, before: unitsOf(before), after: unitsOf(stock) },
    });
    take('a', 1, 0);
    expect(books.problems).toEqual([]);
    take('b', 0, 0);
    expect(books.problems).toEqual([
      `hoodie M: 0 in stock and 2 in orders, of 1, after orders/b ${path} products/hoodie/stockMovements/a`,
    ]);
    books.committed([shardOf(0, 1)]);
    expect(books.problems.at(-1)).toBe(`hoodie M: 1 in stock, 0 by its movements, after ${path}`);
  });
});

describe('shrink', () => {
  it('leaves out all that the failure does not need', async () => {
    const fails = async ({ shoppers, units, faults }: DropOptions) =>
      shoppers >= 7 && units >= 2 && faults.includes('lostReply');
    const smallest = await shrink({ ...SMALL, shoppers: 1000, units: 20 }, fails);
    expect(smallest).toMatchObject({ shoppers: 7, units: 2, instances: 1, faults: ['lostReply'] });
  });
});

describe('the command', () => {
  it('is printed as it is read', () => {
    const command = formatCommand({ ...SMALL, faults: ['reload', 'vanish'], hasLimits: false });
    expect(parseDrop(command)).toEqual({
      ...SMALL,
      faults: ['reload', 'vanish'],
      hasLimits: false,
    });
  });

  it.each([
    ['--seed', 'x'],
    ['--units', '0'],
    ['--faults', 'rain'],
    ['--level', 'low'],
    ['--designs', 'maybe'],
    ['--way', 'auction'],
    ['--colour', 'red'],
  ])('refuses %s %s and names it', (option, value) => {
    const read = () => parseCommand([option, value]);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(option);
  });

  it('writes a report that escapes what it shows', async () => {
    const result = await runDrop({ ...SMALL, faults: [], shoppers: 12 });
    const summary = summarize(result);
    const run = reportDrop({ ...result, problems: ['a < b'] }, summary);
    const page = renderReport([{ ...run, name: '<One> document' }, run], []);
    expect(page).toContain('&#60;One&#62; document');
    expect(page).toContain('a &#60; b');
    expect(page).toContain('products/hoodie/stockShards/');
  });
});
