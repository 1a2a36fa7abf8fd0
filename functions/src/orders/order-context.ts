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
  /** Of the instance; without it, every order looks at the stock. */
  readonly soldOut?: SoldOutMemory;
  /** Undefined when payments are switched off. */
  readonly payments: PaymentGateway | undefined;
  readonly now: () => Date;
  readonly ordersPerHour: number;
  /** Reports a failure that does not stop the use case. */
  readonly warn: (event: string, fields: Readonly<Record<string, string>>, cause: unknown) => void;
}

/** One of the people of the shop, who changes somebody's order. */
export interface StaffMember extends Shopper {
  readonly role: Role | undefined;
}

/** The user who acts: the owner of an order, or one of the people of the shop. */
export interface Shopper {
  readonly uid: string;
  readonly email: string | undefined;
}
