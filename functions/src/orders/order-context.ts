import type { Role } from '@savepoint/model/roles';
import type { DocumentStore } from '../firestore/document-store.ts';
import type { RunExclusive } from '../firestore/keyed-mutex.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import type { SoldOutMemory } from './sold-out.ts';

/** The dependencies and settings of every order use case. */
export interface OrderContext {
  readonly store: DocumentStore;
  /** Keeps transactions on one product or order from contending within this process. */
  readonly runExclusive: RunExclusive;
  /** Per instance; without it, every order reads the stock. */
  readonly soldOut?: SoldOutMemory;
  /** Undefined if payments are switched off. */
  readonly payments: PaymentGateway | undefined;
  readonly now: () => Date;
  readonly ordersPerHour: number;
  /** Reports a failure that does not stop the use case. */
  readonly warn: (event: string, fields: Readonly<Record<string, string>>, cause: unknown) => void;
}

/** A member of staff who changes somebody's order. */
export interface StaffMember extends Shopper {
  readonly role: Role | undefined;
}

/** The acting user: the owner of an order, or a member of staff. */
export interface Shopper {
  readonly uid: string;
  readonly email: string | undefined;
}
