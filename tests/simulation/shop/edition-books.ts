// Judges a drop from outside: the numbers of its edition, the notifications about them, and its
// draw.
import { rankTickets } from '@savepoint/model/draw';
import type { DropBooks, DropEntry } from '@savepoint/model/drop-entry';
import { sha256 } from '../../../functions/src/drops/sha256.ts';
import { dropBooksPath } from '../../../functions/src/editions/drop-records.ts';
import type { StoredOrder } from '../../../functions/src/orders/records.ts';
import type { DocumentChange } from '../firestore/simulated-firestore.ts';
import { DROP_ID, type DropQueue } from './drop-queue.ts';

const PROBLEMS_MAX = 20;

export class EditionBooks {
  readonly problems: string[] = [];
  /** The expected emails, one per assignment of units. */
  readonly #emails = new Set<string>();
  readonly #given: string[] = [];

  committed(changes: readonly DocumentChange[]): void {
    for (const { path, before, after } of changes) {
      if (!path.startsWith('dropEntries/') || after?.state !== 'won' || before?.state !== 'entered') continue;
      const { ticket, payBy } = after as unknown as DropEntry;
      this.#emails.add(`drop-given-${ticket}-${payBy?.getTime()}`);
      this.#given.push(ticket);
    }
  }

  /** Judges the drop at its end. Returns the emails that its entries justify. */
  async close(queue: DropQueue): Promise<ReadonlySet<string>> {
    const { firestore } = queue.shop;
    const drop = queue.drop();
    const books = firestore.peek(dropBooksPath(DROP_ID)) as unknown as DropBooks;
    const entries = [...firestore.peekCollection('dropEntries').values()] as unknown as DropEntry[];
    const orders = [...firestore.peekCollection('orders')] as unknown as [string, StoredOrder][];
    this.#require(drop.state === 'ended', `the drop is ${drop.state}`);
    this.#judgeNumbers(books, entries);
    this.#judgeOrders(entries, orders);
    for (const id of this.#emails)
      this.#require(firestore.peek(`mail/${id}`) !== undefined, `nobody was told by ${id}`);
    if (drop.kind === 'draw') await this.#judgeDraw(queue, entries);
    return this.#emails;
  }

  /** Each number is free, or in one entry. */
  #judgeNumbers({ units, issued, returned }: DropBooks, entries: readonly DropEntry[]): void {
    this.#require(issued <= units, `${issued} of ${units} units were given out`);
    const seen = new Set<number>();
    for (const number of [...returned, ...entries.flatMap((each) => [...each.numbers, ...each.freed])]) {
      this.#require(!seen.has(number) && number <= issued, `number ${number} is in two places`);
      seen.add(number);
    }
    this.#require(seen.size === issued, `${issued} numbers were given out, and ${seen.size} are somewhere`);
  }

  /** Buyers have a paid order with their numbers; nobody else keeps any. */
  #judgeOrders(entries: readonly DropEntry[], orders: readonly (readonly [string, StoredOrder])[]): void {
    const numbersOf = new Map<string, readonly number[]>();
    for (const [id, { status, lines }] of orders) {
      const numbers = lines.flatMap(({ edition }) => edition?.numbers ?? []);
      if (status === 'paid' && numbers.length > 0) numbersOf.set(id, numbers);
    }
    for (const { userId, state, numbers, orderId = '' } of entries) {
      if (state !== 'bought') {
        this.#require(numbers.length === 0, `${userId}, who is ${state}, keeps ${numbers.join(' ')}`);
        continue;
      }
      const ordered = numbersOf.get(orderId);
      this.#require(ordered?.join() === numbers.join(), `${userId} has ${numbers}, and paid for ${ordered}`);
      numbersOf.delete(orderId);
    }
    this.#require(numbersOf.size === 0, `paid without an entry: ${[...numbersOf.keys()].join(' ')}`);
  }

  /** Units went to the first entries in the order of the published seed. */
  async #judgeDraw(queue: DropQueue, entries: readonly DropEntry[]): Promise<void> {
    const { draw } = queue.drop();
    const { firestore } = queue.shop;
    const ranking = [...firestore.peekCollection('dropRankings')]
      .sort(([one], [other]) => Number(one.split(':')[1]) - Number(other.split(':')[1]))
      .flatMap(([, { tickets }]) => tickets as string[]);
    this.#require(draw?.tickets === ranking.length, `${draw?.tickets} tickets, ${ranking.length} ranked`);
    const expected = await rankTickets(draw?.seed ?? '', ranking, sha256);
    this.#require(expected.join() === ranking.join(), 'the order is not that of the seed');
    const { nextRank } = firestore.peek(dropBooksPath(DROP_ID)) as unknown as DropBooks;
    const given = new Set(this.#given);
    const left = new Set(entries.filter(({ state }) => state === 'left').map(({ ticket }) => ticket));
    const places = new Set(ranking.slice(0, nextRank));
    this.#require(
      [...given].every((ticket) => places.has(ticket)) &&
        [...places].every((ticket) => given.has(ticket) || left.has(ticket)),
      'somebody was passed over',
    );
  }

  #require(condition: boolean, problem: string): void {
    if (!condition && this.problems.length < PROBLEMS_MAX) this.problems.push(problem);
  }
}
