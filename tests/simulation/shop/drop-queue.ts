// The drop that sells the edition: its functions on the simulated shop, its page as cached by
// Hosting, and the listeners to entries.
import type { DropFields, EnterDropRequest } from '@savepoint/model/drop';
import { type DropBooks, type DropEntry, newBooks, unitsLeft } from '@savepoint/model/drop-entry';
import { type DropPhase, dropPhase, WAITING_ROOM_MINUTES } from '@savepoint/model/drop-phase';
import { advanceDrops } from '../../../functions/src/drops/advance-drops.ts';
import { coalesce } from '../../../functions/src/drops/coalesce.ts';
import type { DropContext } from '../../../functions/src/drops/drop-context.ts';
import { enterDrop, leaveDrop } from '../../../functions/src/drops/enter-drop.ts';
import { giveOutUnits, passOnUnits } from '../../../functions/src/drops/pass-on-units.ts';
import { sha256 } from '../../../functions/src/drops/sha256.ts';
import {
  type DropDocument,
  dropBooksPath,
  dropEntryPath,
  dropPath,
  dropSecretPath,
} from '../../../functions/src/editions/drop-records.ts';
import { dropGivenEmail } from '../../../functions/src/mail/drop-emails.ts';
import { mailDocument } from '../../../functions/src/mail/queue-email.ts';
import type { Invocation } from '../cloud/function-service.ts';
import type { DocumentChange, Usage } from '../firestore/simulated-firestore.ts';
import {
  type Call,
  type InstanceState,
  MAIL_SHOP,
  type Service,
  type SimulatedShop,
} from './simulated-shop.ts';

export const DROP_ID = 'hoodie-drop';
const SEED = 'seed of the draw';
const MINUTE_MS = 60_000;
/** Hosting serves a page of a drop for a second. */
const PAGE_CACHE_MS = 1000;

/** When a drop opens, after the start of the run: with that of its waiting room. */
export const OPENS_MS = { order: 0, line: WAITING_ROOM_MINUTES * MINUTE_MS, draw: 0 };
/** How long a drop is open. */
const OPEN_MS = { line: 10 * MINUTE_MS, draw: 15 * MINUTE_MS };

/** The content of the drop's page. */
interface DropPage {
  readonly phase: DropPhase;
  readonly left: number;
  readonly waiting: number;
}

type RunForDrop = (dropId: string) => Promise<void>;

export class DropQueue {
  readonly shop: SimulatedShop;
  readonly enterDrop: Service<Call<EnterDropRequest>, void>;
  readonly leaveDrop: Service<Call<string>, void>;
  readonly #advance: Service<undefined, void>;
  readonly #giveOut = new WeakMap<InstanceState, RunForDrop>();
  readonly #passOn = new WeakMap<InstanceState, RunForDrop>();
  readonly #listeners = new Map<string, (entry: DropEntry) => void>();
  readonly #newTicket: () => string;
  #waiting = 0;
  #page: { readonly at: number; readonly content: DropPage } | undefined;
  /** Reads and writes on behalf of everybody: handing out units, the draw, the page. */
  readonly usage: Usage = { reads: 0, writes: 0 };
  /** Reads by open pages of their shoppers' own entries. */
  listenerReads = 0;
  /** When the last unit of the edition was first assigned, after the opening, if it was. */
  assignedMs: number | undefined;

  constructor(shop: SimulatedShop) {
    this.shop = shop;
    const random = shop.simulation.random('tickets');
    const word = () =>
      random
        .below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    this.#newTicket = () => word() + word() + word() + word();
    this.enterDrop = shop.service('enterDrop', async (invocation, { uid, network, data, usage }) => {
      const person = { uid, email: `${uid}@shop.test`, isVerified: true, network };
      const { isServed } = await enterDrop(this.#context(invocation, usage), person, data);
      if (isServed) await this.#afterCall(this.#giveOut, giveOutUnits, invocation)(data.dropId);
    });
    this.leaveDrop = shop.service('leaveDrop', async (invocation, { uid, data, usage }) => {
      await leaveDrop(this.#context(invocation, usage), uid, data);
      await this.#afterCall(this.#passOn, passOnUnits, invocation)(data);
    });
    this.#advance = shop.service('advanceDrops', (invocation) =>
      advanceDrops(this.#context(invocation), {
        warn: (dropId, cause) => shop.warn('drop-not-advanced', { dropId }, cause),
        sleep: (ms) => invocation.carry(() => shop.simulation.sleep(ms)),
      }),
    );
  }

  /** Announces the drop before the run. */
  open(kind: DropFields['kind'], units: number): void {
    const { firestore } = this.shop;
    const opensAt = new Date(this.shop.date().getTime() + OPENS_MS[kind]);
    const drop: DropDocument = {
      ...{ title: 'Hoodie', productId: 'hoodie', kind, units, limitPerPerson: Math.min(2, units) },
      ...{ payMinutes: 45, opensAt: opensAt.toISOString() },
      closesAt: new Date(opensAt.getTime() + OPEN_MS[kind]).toISOString(),
      ...{ state: 'announced', createdAt: '', updatedAt: '' },
      ...(kind === 'draw' && { commitment: sha256(SEED) }),
    };
    firestore.seed(dropPath(DROP_ID), drop);
    firestore.seed(dropBooksPath(DROP_ID), newBooks(units));
    if (kind === 'draw') firestore.seed(dropSecretPath(DROP_ID), { seed: SEED });
    firestore.seed('products/hoodie', { ...firestore.peek('products/hoodie'), drop: { id: DROP_ID } });
  }

  /** Runs the schedule until the drop has ended. */
  async runSchedule(untilMs: number): Promise<void> {
    const { simulation } = this.shop;
    while (!this.isOver() && simulation.now < untilMs) {
      await simulation.sleep(MINUTE_MS);
      await this.shop.invoke(this.#advance, undefined);
    }
  }

  isOver(): boolean {
    return this.drop().state === 'ended';
  }

  drop(): DropDocument {
    return this.shop.firestore.peek(dropPath(DROP_ID)) as unknown as DropDocument;
  }

  entry(uid: string): DropEntry | undefined {
    return this.shop.firestore.peek(dropEntryPath(DROP_ID, uid)) as unknown as DropEntry | undefined;
  }

  /**
   * The page of the drop: at most a second behind, and two reads when it is rendered, and one for
   * each thousand who wait for what is left.
   */
  page(): DropPage {
    const { now } = this.shop.simulation;
    if (this.#page === undefined || now - this.#page.at >= PAGE_CACHE_MS) {
      const books = this.shop.firestore.peek(dropBooksPath(DROP_ID)) as unknown as DropBooks;
      const left = unitsLeft(books);
      const waiting = this.drop().kind === 'line' && left > 0 ? this.#waiting : 0;
      this.#page = { at: now, content: { phase: dropPhase(this.drop(), this.shop.date()), left, waiting } };
      this.usage.reads += 2 + Math.ceil(waiting / 1000);
    }
    return this.#page.content;
  }

  /**
   * Calls back on every change of an account's entry; each is a read, including the initial one.
   */
  listen(uid: string, onChange: (entry: DropEntry) => void): void {
    this.listenerReads += 1;
    this.#listeners.set(uid, onChange);
  }

  committed(changes: readonly DocumentChange[]): void {
    for (const { path, before, after } of changes) {
      if (path === dropBooksPath(DROP_ID)) {
        const { issued, units } = after as unknown as DropBooks;
        if (issued >= units) this.assignedMs ??= this.shop.simulation.now - OPENS_MS[this.drop().kind];
      }
      if (!path.startsWith('dropEntries/') || after === undefined) continue;
      const entry = after as unknown as DropEntry;
      this.#waiting += Number(entry.state === 'entered') - Number(before?.state === 'entered');
      const onChange = this.#listeners.get(entry.userId);
      if (onChange === undefined) continue;
      this.listenerReads += 1;
      onChange(entry);
    }
  }

  #context(invocation: Invocation<InstanceState>, usage = this.usage): DropContext {
    return {
      store: this.shop.store(invocation, usage),
      now: () => this.shop.date(),
      takenLines: invocation.state.takenLines,
      newTicket: this.#newTicket,
      givenEmail: (drop, { dropId, email, numbers, of = drop.units, payBy = new Date(0) }) =>
        mailDocument(
          email,
          dropGivenEmail(dropId, drop, { numbers, of, payBy }, MAIL_SHOP),
          this.shop.date(),
        ),
    };
  }

  /** Follow-up work of a call, once at a time per instance, as in functions/src/drops. */
  #afterCall(
    runs: WeakMap<InstanceState, RunForDrop>,
    task: (context: DropContext, dropId: string) => Promise<void>,
    invocation: Invocation<InstanceState>,
  ): RunForDrop {
    const run =
      runs.get(invocation.state) ??
      coalesce(async (dropId) => {
        try {
          await task(this.#context(invocation), dropId);
        } catch (cause) {
          this.shop.warn('drop-not-advanced', { dropId }, cause);
        }
      });
    runs.set(invocation.state, run);
    return run;
  }
}
