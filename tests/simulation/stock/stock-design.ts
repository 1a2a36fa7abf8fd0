import type { DocumentStore, DocumentTransaction } from '../../../functions/src/firestore/document-store.ts';
import type { RunExclusive } from '../../../functions/src/firestore/keyed-mutex.ts';
import type { Fields } from '../firestore/documents.ts';
import type { SimulatedFirestore } from '../firestore/simulated-firestore.ts';
import type { RandomStream } from '../kernel/random-stream.ts';

/** An order of several units of one size. */
export interface UnitOrder {
  readonly id: string;
  readonly uid: string;
  readonly quantity: number;
}

/** The memory of a function instance. */
export interface StockInstance {
  readonly random: RandomStream;
  /** Keeps its own requests from contending for a document. */
  readonly runExclusive: RunExclusive;
  /** Until then it rejects without a read, because it has seen that nothing is left. */
  soldOutUntil: number;
  /** Units that were free when it looked. */
  readonly candidates: string[];
}

/** A request on an instance. */
export interface StockRequest {
  readonly store: DocumentStore;
  readonly instance: StockInstance;
  readonly order: UnitOrder;
  readonly now: number;
}

/** A way to store the stock of a size in high demand. */
export interface StockDesign {
  readonly name: string;
  /** Writes the edition, before the run. */
  open(firestore: SimulatedFirestore, units: number): void;
  /**
   * Takes the units of an order, or reports that they are gone, or that the result follows later.
   */
  take(request: StockRequest): Promise<'taken' | 'sold-out' | 'waiting'>;
  /** Returns the units of an order. */
  giveBack(store: DocumentStore, order: UnitOrder): Promise<void>;
  /** Answers waiting requests; runs once a second, one at a time. */
  work?(store: DocumentStore): Promise<void>;
  /** The remaining units, from outside. */
  left(firestore: SimulatedFirestore): number;
}

/** How long an instance assumes "sold out": units may come back. */
const SOLD_OUT_MS = 1000;

export const orderPath = ({ id }: UnitOrder) => `orders/${id}`;

/** An order's own reads: nobody else reads them. */
export const ownPaths = (order: UnitOrder) => [
  orderPath(order),
  `users/${order.uid}`,
  `rateLimits/createOrder:${order.uid}`,
];

/** Writes the documents of an order, as many as the shop's order has. */
export function writeOrder(transaction: DocumentTransaction, order: UnitOrder, fields: object = {}): void {
  transaction.set(orderPath(order), { ...order, ...fields, state: 'held' });
  transaction.set(`reservations/${order.id}`, { state: 'held' });
  transaction.set(`rateLimits/createOrder:${order.uid}`, { tokens: 1 });
  transaction.arrayUnion(`users/${order.uid}`, 'orders', order.id);
}

/** Rejects for a second without a read once nothing is left. */
export async function shedding(
  { instance, now }: StockRequest,
  take: () => Promise<'taken' | 'sold-out'>,
): Promise<'taken' | 'sold-out'> {
  if (now < instance.soldOutUntil) return 'sold-out';
  const outcome = await take();
  if (outcome === 'sold-out') instance.soldOutUntil = now + SOLD_OUT_MS;
  return outcome;
}

/** Reads an order that holds units, to return them once. */
export async function readHeld(
  transaction: DocumentTransaction,
  order: UnitOrder,
): Promise<Fields | undefined> {
  const stored = await transaction.get<Fields>(orderPath(order));
  return stored?.state === 'held' ? stored : undefined;
}
