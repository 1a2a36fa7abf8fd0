import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DropBooks,
  type DropEntry,
  giveUnits,
  leaveEntry,
  missEntry,
  newBooks,
  newEntry,
  orderEntry,
  payEntry,
  releaseEntry,
  settleEntry,
  unitsHeld,
  unitsLeft,
} from './drop-entry.ts';

const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);
const START = Date.parse('2026-12-01T12:00:00Z');
const PAY_MS = 3_600_000;

/** A drop with its entries, changed only by the functions of the model. */
class Drop {
  books: DropBooks;
  now = START;
  isStopped = false;
  readonly entries = new Map<string, DropEntry>();
  #orders = 0;

  constructor(units: number) {
    this.books = newBooks(units);
  }

  change(ticket: string, change: (entry: DropEntry) => DropEntry | undefined): void {
    const before = this.entries.get(ticket);
    const after = before && change(before);
    if (after !== undefined) this.entries.set(ticket, after);
  }

  enter(ticket: string, units: number): void {
    const before = this.entries.get(ticket) ?? null;
    if (this.isStopped || (before !== null && before.state !== 'left' && before.state !== 'missed')) return;
    const person = { dropId: 'drop', userId: ticket, email: `${ticket}@example.com` };
    this.entries.set(ticket, newEntry(before, { ...person, ticket, units, queuedAt: new Date(this.now) }));
  }

  order(ticket: string, quantity: number): void {
    this.#orders += 1;
    const order = { orderId: `order-${this.#orders}`, quantity, now: new Date(this.now) };
    this.change(ticket, (entry) => orderEntry(entry, order));
  }

  /** One batch of the drop: it settles entries, and passes on returned units. */
  advance(): void {
    for (const [ticket, found] of this.entries) {
      const settled = settleEntry(this.books, missEntry(found, new Date(this.now)) ?? found);
      const given = this.isStopped
        ? undefined
        : giveUnits(settled.books, settled.entry, new Date(this.now + PAY_MS));
      this.books = given?.books ?? settled.books;
      this.entries.set(ticket, given?.entry ?? settled.entry);
    }
  }

  /** Recounts the books from scratch. */
  check(): void {
    const entries = [...this.entries.values()];
    const unissued = this.books.units - this.books.issued;
    const known = [
      ...this.books.returned,
      ...entries.flatMap(({ numbers, freed }) => [...numbers, ...freed]),
    ];
    expect(known.sort((a, b) => a - b)).toEqual(Array.from({ length: this.books.issued }, (_, n) => n + 1));
    expect(unissued).toBeGreaterThanOrEqual(0);
    const owned = entries.reduce((sum, { numbers }) => sum + numbers.length, 0);
    expect(owned).toBeLessThanOrEqual(this.books.units);
    for (const { state, numbers, units, orderId } of entries) {
      expect(numbers.length).toBeLessThanOrEqual(units);
      expect(numbers.length > 0).toBe(['won', 'ordered', 'bought'].includes(state));
      expect(orderId !== undefined).toBe(state === 'ordered' || state === 'bought');
    }
    if (entries.some(({ isUnsettled }) => isUnsettled)) return;
    const bought = entries.filter(({ state }) => state === 'bought');
    expect(this.books.sold).toBe(bought.reduce((sum, { numbers }) => sum + numbers.length, 0));
    expect(unitsLeft(this.books) + unitsHeld(this.books) + this.books.sold).toBe(this.books.units);
  }
}

const ticket = fc.constantFrom('0a', '1b', '2c', '3d', '4e');
const few = fc.integer({ min: 1, max: 3 });
const command = fc.oneof(
  fc.record({ do: fc.constant('enter' as const), ticket, count: few }),
  fc.record({ do: fc.constant('order' as const), ticket, count: few }),
  fc.record({
    do: fc.constantFrom('leave', 'pay', 'release', 'advance', 'wait', 'stop'),
    ticket,
    count: few,
  }),
);

describe('an entry of a drop', () => {
  it('keeps every number in one place under any interleaving of enter, leave, order, pay, expire and stop', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(command, { minLength: 10, maxLength: 60 }),
        (units, commands) => {
          const drop = new Drop(units);
          for (const each of commands) {
            const now = new Date(drop.now);
            const orderId = drop.entries.get(each.ticket)?.orderId ?? 'none';
            if (each.do === 'enter') drop.enter(each.ticket, each.count);
            else if (each.do === 'order') drop.order(each.ticket, each.count);
            else if (each.do === 'leave') drop.change(each.ticket, leaveEntry);
            else if (each.do === 'pay') drop.change(each.ticket, (entry) => payEntry(entry, orderId));
            else if (each.do === 'release')
              drop.change(each.ticket, (entry) => releaseEntry(entry, orderId, now));
            else if (each.do === 'advance') drop.advance();
            else if (each.do === 'wait') drop.now += PAY_MS / 2;
            else if (each.count === 3) drop.isStopped = true;
            drop.check();
          }
        },
      ),
      { numRuns: 300 * DEEP },
    );
  });

  it('passes a unit that was not ordered in time, with its number, to the next entry', () => {
    const drop = new Drop(1);
    for (const each of ['0a', '1b']) drop.enter(each, 1);
    drop.advance();
    expect(drop.entries.get('0a')).toMatchObject({ state: 'won', numbers: [1], of: 1 });
    expect(drop.entries.get('1b')).toMatchObject({ state: 'entered', numbers: [] });
    drop.now += PAY_MS;
    drop.order('0a', 1);
    expect(drop.entries.get('0a')?.state).toBe('won');
    drop.advance();
    expect(drop.entries.get('0a')).toMatchObject({ state: 'missed', numbers: [] });
    expect(drop.entries.get('1b')).toMatchObject({ state: 'won', numbers: [1] });
  });

  it('can order again, while there is time, after an unpaid order', () => {
    const drop = new Drop(1);
    drop.enter('0a', 1);
    drop.advance();
    drop.order('0a', 1);
    drop.change('0a', (entry) => releaseEntry(entry, 'order-1', new Date(drop.now)));
    expect(drop.entries.get('0a')).toMatchObject({ state: 'won', numbers: [1] });
    drop.order('0a', 1);
    drop.now += PAY_MS;
    drop.change('0a', (entry) => releaseEntry(entry, 'order-2', new Date(drop.now)));
    expect(drop.entries.get('0a')).toMatchObject({ state: 'missed', freed: [1] });
  });
});
