import { findDrawProblem, rankTickets, ticketsDigest } from '@savepoint/model/draw';
import type { DropEntry } from '@savepoint/model/drop-entry';
import type { OrderLine } from '@savepoint/model/order';
import * as fc from 'fast-check';
import { HttpsError } from 'firebase-functions/https';
import { describe, expect, it, vi } from 'vitest';
import { advanceDrops } from '../../../functions/src/drops/advance-drops.ts';
import { drawTickets } from '../../../functions/src/drops/draw-tickets.ts';
import { passOnUnits } from '../../../functions/src/drops/pass-on-units.ts';
import { cancelOrder } from '../../../functions/src/orders/change-order.ts';
import { orderPath } from '../../../functions/src/orders/records.ts';
import { CrashError } from '../orders/in-memory-document-store.ts';
import { SEED, TestDrop } from './test-drop.ts';

const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);
const PEOPLE = Array.from({ length: 9 }, (_, index) => `p${index}`);
const drawn = async (people: readonly string[], drop: TestDrop) => {
  for (const uid of people) await drop.enter(uid);
  drop.shop.passMinutes(120);
  await drop.advance();
};
const winnersOf = (drop: TestDrop) => drop.entries().filter(({ numbers }) => numbers.length > 0);

describe('a line', () => {
  it('gives out its units in the order of entry, with numbers and emails, and then rejects entries', async () => {
    const drop = await TestDrop.open({ units: 3 });
    for (const uid of PEOPLE.slice(0, 3)) {
      await drop.enter(uid);
      drop.shop.passMinutes(1);
    }
    expect(await Promise.all(['p0', 'p1', 'p2'].map((uid) => drop.stateOf(uid)))).toEqual([
      'won 1',
      'won 2',
      'won 3',
    ]);
    expect(drop.told()).toEqual(['p0@example.com', 'p1@example.com', 'p2@example.com']);
    await expect(drop.enter('p3')).rejects.toMatchObject({ details: { reason: 'taken' } });
    // The same entry, and no second unit.
    await drop.enter('p0');
    expect(await drop.stateOf('p0')).toBe('won 1');
  });

  it('gives its last unit without a write of the drop, which every entry locks', async () => {
    const drop = await TestDrop.open({ units: 1 });
    const before = await drop.store.get('drops/golden-mug');
    await drop.enter('p0');
    expect(await drop.stateOf('p0')).toBe('won 1');
    expect(await drop.store.get('drops/golden-mug')).toEqual(before);
  });

  it('is known to be taken on an instance that has given out nothing of it', async () => {
    const drop = await TestDrop.open({ units: 1 });
    await drop.enter('p0');
    drop.context.takenLines.clear();
    await expect(drop.enter('p1')).rejects.toMatchObject({ details: { reason: 'taken' } });
  });

  it('serves the first entries, however many arrive at once', async () => {
    const drop = await TestDrop.open({ units: 30 });
    const people = Array.from({ length: 80 }, (_, index) => `u${index}`);
    // Entered without a run in between, as by many instances.
    await drop.store.runTransaction(async (transaction) => {
      const at = drop.context.now().getTime();
      for (const [index, uid] of people.entries()) {
        const ticket = drop.context.newTicket();
        const entry: DropEntry = {
          ...{ dropId: 'golden-mug', userId: uid, email: '', ticket, state: 'entered', units: 1 },
          ...{ queuedAt: new Date(at - 100 + index), shard: Number.parseInt(ticket[0] ?? '', 16) },
          ...{ numbers: [], freed: [], counted: 0, isUnsettled: false },
        };
        transaction.set(`dropEntries/golden-mug:${uid}`, entry);
      }
    });
    await Promise.all([drop.advance(), drop.advance(), drop.enter('late')].map((run) => run.catch(() => 0)));
    expect(
      winnersOf(drop)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(people.slice(0, 30).sort());
    expect((await drop.books()).returned).toEqual([]);
  });

  it('passes a unit that is not ordered in time, or given up, with its number, to the next entry', async () => {
    const drop = await TestDrop.open({ units: 2 });
    for (const uid of ['p0', 'p1']) await drop.enter(uid);
    // In before it was full.
    await drop.store.runTransaction(async (transaction) => {
      const [first] = drop.entries();
      for (const [index, uid] of ['p2', 'p3'].entries())
        transaction.set(`dropEntries/golden-mug:${uid}`, {
          ...first,
          ...{ userId: uid, ticket: `${index}f`, shard: index, state: 'entered', numbers: [] },
          queuedAt: new Date(drop.context.now().getTime() + index),
        });
    });
    await drop.leave('p1');
    await drop.advance();
    expect([await drop.stateOf('p1'), await drop.stateOf('p2')]).toEqual(['left', 'won 2']);
    drop.shop.passMinutes(60);
    await expect(drop.order('p0')).rejects.toThrow('Your time to order mug is over.');
    await drop.advance();
    expect([await drop.stateOf('p0'), await drop.stateOf('p3')]).toEqual(['missed', 'won 1']);
  });

  it('gives out nothing before it opens, and then by the random places of all who waited, before all others', async () => {
    const drop = await TestDrop.open({ units: 3 });
    drop.shop.passMinutes(-10);
    for (const uid of PEOPLE) {
      await drop.enter(uid);
      drop.shop.passMinutes(1);
    }
    await drop.advance();
    expect(winnersOf(drop)).toEqual([]);
    const places = drop.entries().map(({ queuedAt, userId }) => [queuedAt.getTime(), userId] as const);
    const first = places
      .sort(([one], [other]) => one - other)
      .slice(0, 3)
      .map(([, uid]) => uid);
    expect(first).not.toEqual(PEOPLE.slice(0, 3));
    drop.shop.passMinutes(1);
    await drop.enter('late');
    expect(
      winnersOf(drop)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(first.sort());
    expect(await drop.stateOf('late')).toBe('entered');
  });

  it('is served by the schedule in the second in which it opens, without a further entry', async () => {
    const drop = await TestDrop.open({ units: 1 });
    drop.shop.passMinutes(-1);
    await drop.enter('p0');
    const slept: number[] = [];
    await advanceDrops(drop.context, {
      warn: (_, cause) => expect(cause).toBeUndefined(),
      sleep: async (ms) => {
        expect(await drop.stateOf('p0')).toBe('entered');
        slept.push(ms);
        drop.shop.passMinutes(ms / 60_000);
      },
    });
    expect(slept).toEqual([60_000]);
    expect(await drop.stateOf('p0')).toBe('won 1');
  });

  it('keeps the place of somebody who leaves the waiting room and comes back', async () => {
    const drop = await TestDrop.open();
    drop.shop.passMinutes(-10);
    await drop.enter('p0');
    const before = await drop.entry('p0');
    await drop.leave('p0');
    drop.shop.passMinutes(1);
    await drop.enter('p0');
    expect(await drop.entry('p0')).toEqual(before);
  });

  it("can be entered early with the code, by the server's clock", async () => {
    const drop = await TestDrop.open({ earlyAccess: { hours: 1, emails: [], code: 'VIP' } });
    drop.shop.passMinutes(-30);
    await expect(drop.enter('p0')).rejects.toMatchObject({ details: { reason: 'early' } });
    await expect(drop.enter('p0', { code: 'NO' })).rejects.toMatchObject({
      details: { reason: 'early-code' },
    });
    await drop.enter('p0', { code: 'VIP' });
    expect(await drop.stateOf('p0')).toBe('won 1');
  });
});

describe('an entry', () => {
  it('is shared by all addresses of a mailbox, and another account may enter after the first has left', async () => {
    const drop = await TestDrop.open({ kind: 'draw', units: 3 });
    await drop.enter('ada', { email: 'ada.b@gmail.com' });
    for (const email of ['ada.b+1@gmail.com', 'AdaB@googlemail.com'])
      await expect(drop.enter('alias', { email })).rejects.toMatchObject({ details: { reason: 'entered' } });
    await drop.enter('other', { email: 'ada.b@example.com' });
    await drop.leave('ada');
    await drop.enter('alias', { email: 'ada.b+1@gmail.com' });
    await expect(drop.enter('ada', { email: 'ada.b@gmail.com' })).rejects.toMatchObject({
      details: { reason: 'entered' },
    });
    expect(drop.entries().filter(({ state }) => state === 'entered')).toHaveLength(2);
  });

  it('belongs to its account, so two at one machine have one each, and neither another for a repeated call', async () => {
    const drop = await TestDrop.open({ units: 3 });
    const network = '203.0.113.7';
    for (const uid of ['ada', 'bob', 'ada', 'bob']) await drop.enter(uid, { network });
    expect(drop.entries()).toHaveLength(2);
    expect(await Promise.all(['ada', 'bob'].map((uid) => drop.stateOf(uid)))).toEqual(['won 1', 'won 2']);
  });

  it('is created only once when accounts of a mailbox enter at once', async () => {
    const drop = await TestDrop.open({ units: 3 });
    const entered = await Promise.allSettled(
      ['a', 'b', 'c'].map((uid) => drop.enter(uid, { email: `ada+${uid}@example.com` })),
    );
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(drop.entries()).toHaveLength(1);
  });

  it('waits after ten wrong codes, even with the right code', async () => {
    const drop = await TestDrop.open({ earlyAccess: { hours: 1, emails: [], code: 'VIP' } });
    drop.shop.passMinutes(-30);
    for (let attempt = 0; attempt < 10; attempt += 1)
      await expect(drop.enter('p0', { code: `NO${attempt}` })).rejects.toMatchObject({
        details: { reason: 'early-code' },
      });
    await expect(drop.enter('p0', { code: 'VIP' })).rejects.toMatchObject({ code: 'resource-exhausted' });
    drop.shop.passMinutes(3);
    await drop.enter('p0', { code: 'VIP' });
    expect(await drop.stateOf('p0')).toBe('won 1');
  });
});

describe('a draw', () => {
  it('gives its units to the tickets that the published seed selects', async () => {
    const drop = await TestDrop.open({ kind: 'draw', units: 3 });
    await drawn(PEOPLE, drop);
    const tickets = drop.entries().map(({ ticket }) => ticket);
    const ranking = await rankTickets(SEED, tickets);
    expect(
      winnersOf(drop)
        .map(({ ticket }) => ticket)
        .sort(),
    ).toEqual(ranking.slice(0, 3).sort());
    const { draw, commitment = '', state } = await drop.drop();
    expect([state, draw]).toEqual([
      'selling',
      { seed: SEED, ticketsDigest: await ticketsDigest(tickets), tickets: 9 },
    ]);
    const published = { ...(draw as NonNullable<typeof draw>), commitment, ranking };
    expect(
      await findDrawProblem({ dropId: 'golden-mug', title: '', units: 3, ...published }),
    ).toBeUndefined();
    await expect(drop.enter('late')).rejects.toMatchObject({ details: { reason: 'closed' } });
  });

  it('has the same winners and emails each once if its process ends after any commit', async () => {
    for (let commits = 1; commits < 8; commits += 1) {
      const drop = await TestDrop.open({ kind: 'draw', units: 3 });
      for (const uid of PEOPLE) await drop.enter(uid);
      drop.shop.passMinutes(120);
      drop.store.crashAfterCommits = commits;
      await drop.advance().catch((error) => expect(error).toBeInstanceOf(CrashError));
      drop.store.crashAfterCommits = undefined;
      await Promise.all([drop.advance(), drop.advance()]);
      const ranking = await rankTickets(
        SEED,
        drop.entries().map(({ ticket }) => ticket),
      );
      expect(new Set(winnersOf(drop).map(({ ticket }) => ticket))).toEqual(new Set(ranking.slice(0, 3)));
      expect(drop.told().sort()).toEqual(
        winnersOf(drop)
          .map(({ email }) => email)
          .sort(),
      );
    }
  });

  it('continues where it ended, without rereading entries, if its process ends after any commit', async () => {
    const drop = await TestDrop.open({ kind: 'draw', units: 3 });
    for (const uid of PEOPLE) await drop.enter(uid);
    drop.shop.passMinutes(120);
    await passOnUnits(drop.context, 'golden-mug');
    const find = vi.spyOn(drop.store, 'find');
    const isDrawing = async () => (await drop.drop()).state === 'drawing';
    let runs = 0;
    for (; await isDrawing(); runs += 1) {
      drop.store.crashAfterCommits = 1;
      await drawTickets(drop.context, 'golden-mug', 2).catch((error) =>
        expect(error).toBeInstanceOf(CrashError),
      );
    }
    const pages = find.mock.calls.map(([{ after }]) => after);
    expect(pages).toHaveLength(new Set(pages).size);
    expect(runs).toBeGreaterThan(5);
    const tickets = drop.entries().map(({ ticket }) => ticket);
    const chunks = [...drop.store.documents].filter(([path]) => path.startsWith('dropRankings/'));
    expect(chunks.flatMap(([, fields]) => fields.tickets)).toEqual(await rankTickets(SEED, tickets));
  });

  it('is unaffected by a slower run than the one that has published it', async () => {
    const drop = await TestDrop.open({ kind: 'draw', units: 3 });
    for (const uid of PEOPLE) await drop.enter(uid);
    drop.shop.passMinutes(120);
    await passOnUnits(drop.context, 'golden-mug');
    const find = drop.store.find.bind(drop.store);
    vi.spyOn(drop.store, 'find').mockImplementationOnce(async (query) => {
      const page = await find(query);
      await drop.advance();
      return page as never;
    });
    await drawTickets(drop.context, 'golden-mug');
    expect(winnersOf(drop)).toHaveLength(3);
    const paths = [...drop.store.documents.keys()];
    expect(paths.filter((path) => path.startsWith('dropRankings/'))).toEqual(['dropRankings/golden-mug:0']);
    expect(paths.filter((path) => path.startsWith('dropDraws/'))).toEqual([]);
  });

  it('asks the next entry in order when a winner leaves, and ends when nobody is left', async () => {
    const drop = await TestDrop.open({ kind: 'draw', units: 1 });
    await drawn(PEOPLE.slice(0, 3), drop);
    const ranking = await rankTickets(
      SEED,
      drop.entries().map(({ ticket }) => ticket),
    );
    for (const ticket of ranking) {
      const [winner] = winnersOf(drop);
      expect(winner?.ticket).toBe(ticket);
      await drop.leave(winner?.userId ?? '');
      await drop.advance();
    }
    expect((await drop.drop()).state).toBe('ended');
    // Unwanted units become ordinary stock.
    expect((await drop.store.get<{ drop?: object }>('products/mug'))?.drop).toBeUndefined();
  });

  it('cannot be left during the draw', async () => {
    const drop = await TestDrop.open({ kind: 'draw' });
    await drop.enter('p0');
    drop.shop.passMinutes(120);
    await expect(drop.leave('p0')).rejects.toMatchObject({ details: { reason: 'drawing' } });
  });
});

describe('an order of a drop', () => {
  const editionsOf = async (drop: TestDrop, id: string) =>
    (await drop.shop.order(id))?.lines.map(({ edition }: OrderLine) => edition);

  it('has the number and keeps it when paid, and the drop ends sold out', async () => {
    const drop = await TestDrop.open({ units: 1 });
    await drop.enter('p0');
    const id = await drop.order('p0');
    expect(await editionsOf(drop, id)).toEqual([{ dropId: 'golden-mug', numbers: [1], of: 1 }]);
    expect(await drop.stateOf('p0')).toBe('ordered 1');
    await drop.pay(id);
    await drop.advance();
    expect([await drop.stateOf('p0'), (await drop.drop()).state]).toEqual(['bought 1', 'ended']);
    expect(await drop.books()).toMatchObject({ issued: 1, sold: 1 });
  });

  it.each([
    ['that somebody else was given', 1, 'not-given', /you have no unit of it/],
    ['of more than was given', 2, 'too-many', /The drop gave you 1/],
  ])('is refused for a unit %s', async (_, quantity, reason, message) => {
    const drop = await TestDrop.open({ units: 3 });
    await drop.enter('p0');
    const uid = reason === 'not-given' ? 'eve' : 'p0';
    await expect(drop.order(uid, quantity)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      details: { reason: 'drop', line: 0, productId: 'mug', available: reason === 'too-many' ? 1 : 0 },
    });
    expect(await drop.shop.stockOf('mug')).toEqual({ '': 3 });
  });

  it('keeps its number for the replacing order, and returns units that are not ordered', async () => {
    const drop = await TestDrop.open({ units: 3, limitPerPerson: 2 });
    await drop.enter('p0', { units: 2 });
    await drop.order('p0', 2);
    const id = await drop.order('p0', 1);
    expect(await editionsOf(drop, id)).toEqual([{ dropId: 'golden-mug', numbers: [1], of: 3 }]);
    await drop.advance();
    expect([await drop.stateOf('p0'), (await drop.books()).returned]).toEqual(['ordered 1', [2]]);
    expect(await drop.shop.stockOf('mug')).toEqual({ '': 2 });
  });

  it('leaves the unit to its shopper while there is time when it expires, and then to the next', async () => {
    const drop = await TestDrop.open({ units: 1, payMinutes: 60 });
    await drop.enter('p0');
    await drop.order('p0');
    drop.shop.passMinutes(40);
    await drop.expireOrders();
    expect(await drop.stateOf('p0')).toBe('won 1');
    await drop.order('p0');
    drop.shop.passMinutes(40);
    await drop.expireOrders();
    expect(await drop.stateOf('p0')).toBe('missed');
    await drop.advance();
    await drop.enter('p1');
    expect(await drop.stateOf('p1')).toBe('won 1');
  });

  it('returns the unit to the drop when it is canceled after its payment', async () => {
    const drop = await TestDrop.open({ units: 2 });
    await drop.enter('p0');
    const id = await drop.order('p0');
    await drop.pay(id);
    await drop.advance();
    await expect(drop.leave('p0')).rejects.toMatchObject({ details: { reason: 'bought' } });
    await cancelOrder(drop.shop.context, { uid: 'p0', email: undefined }, { orderId: id });
    await drop.advance();
    expect([await drop.stateOf('p0'), await drop.books()]).toMatchObject([
      'left',
      { returned: [1], sold: 0 },
    ]);
  });
});

it('a stopped drop gives out nothing more, honors its entries, and ends', async () => {
  const drop = await TestDrop.open({ units: 2 });
  await drop.enter('p0');
  await drop.stop();
  await expect(drop.enter('p1')).rejects.toMatchObject({ details: { reason: 'stopped' } });
  await drop.advance();
  expect((await drop.drop()).state).toBe('announced');
  await drop.pay(await drop.order('p0'));
  await drop.advance();
  expect([await drop.stateOf('p0'), (await drop.drop()).state]).toEqual(['bought 1', 'ended']);
});

it('entries need a verified address', async () => {
  const drop = await TestDrop.open();
  await expect(drop.enter('p0', { isVerified: false })).rejects.toMatchObject({
    details: { reason: 'unverified' },
  });
});

const step = fc.tuple(
  fc.constantFrom(
    'enter',
    'enter',
    'leave',
    'order',
    'pay',
    'advance',
    'advance',
    'wait',
    'cancel',
    'crash',
    'stop',
  ),
  fc.constantFrom('p0', 'p1', 'p2', 'p3'),
  fc.integer({ min: 1, max: 2 }),
);

/** The invariants after every step: units, numbers and stock, counted from the documents. */
async function expectBooks(drop: TestDrop, units: number): Promise<void> {
  const entries = drop.entries();
  const books = await drop.books();
  const numbers = [...books.returned, ...entries.flatMap((each) => [...each.numbers, ...each.freed])];
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: books.issued }, (_, n) => n + 1));
  expect(books.issued).toBeLessThanOrEqual(units);
  const orders = [...drop.store.documents].flatMap(([path, fields]) =>
    path.startsWith('orders/') && (fields.status === 'pending' || fields.status === 'paid')
      ? (fields.lines as OrderLine[])
      : [],
  );
  const ordered = orders.flatMap(({ edition }) => edition?.numbers ?? []);
  expect(new Set(ordered).size).toBe(ordered.length);
  const isRunning = (await drop.drop()).state !== 'ended';
  const owned = entries.filter(({ state }) => state === 'ordered' || state === 'bought');
  if (isRunning) expect(ordered.sort()).toEqual(owned.flatMap((each) => [...each.numbers]).sort());
  const inStock = (await drop.shop.stockOf('mug'))[''] ?? 0;
  expect(inStock + orders.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units);
}

it('the books balance after any interleaving of entries, orders, payments, time, crashes and a stop', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('line' as const, 'draw' as const),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0, 10),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (kind, units, minutesBefore, steps) => {
        const drop = await TestDrop.open({ kind, units, limitPerPerson: 2, payMinutes: 45 });
        drop.shop.passMinutes(-minutesBefore);
        const orders = new Map<string, string>();
        const act: Record<string, (uid: string, count: number) => Promise<unknown>> = {
          enter: (uid, count) => drop.enter(uid, { units: count }),
          leave: (uid) => drop.leave(uid),
          order: async (uid, count) => orders.set(uid, await drop.order(uid, count)),
          pay: (uid) => drop.pay(orders.get(uid) ?? ''),
          advance: () => drop.advance(),
          wait: async (_, count) => {
            drop.shop.passMinutes(20 * count);
            await drop.expireOrders();
          },
          cancel: (uid) =>
            cancelOrder(drop.shop.context, { uid, email: undefined }, { orderId: orders.get(uid) ?? 'none' }),
          crash: async (_, count) => {
            drop.store.crashAfterCommits = count;
          },
          stop: async (_, count) => (count === 2 ? drop.stop() : undefined),
        };
        for (const [name, uid, count] of steps) {
          try {
            await act[name]?.(uid, count);
          } catch (error) {
            if (!(error instanceof HttpsError) && !(error instanceof CrashError)) throw error;
          }
          await expectBooks(drop, units);
        }
        drop.store.crashAfterCommits = undefined;
        // Runs to completion: holders do not order, and nobody waits forever.
        for (let round = 0; round < 8; round += 1) {
          drop.shop.passMinutes(60);
          await drop.expireOrders();
          await drop.advance();
        }
        await expectBooks(drop, units);
        expect((await drop.drop()).state).toBe('ended');
        expect(drop.store.documents.has(orderPath('none'))).toBe(false);
      },
    ),
    { numRuns: 60 * DEEP },
  );
});
